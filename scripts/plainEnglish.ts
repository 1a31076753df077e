import { isTest, readSources } from './sources.ts'

/**
 * Wordings that a reader has to decode, in comments and test titles. Each has a plain form: a noun or a verb at the start of a sentence, "only" for
 * "alone", "is" for "stands", "another user" for "somebody".
 */
const patterns: readonly RegExp[] = [
  /^(?:Of|What) [a-z]/,
  /\b(?:each|it|this|that|them) alone\b/,
  /\bstands? (?:for|at|in|on|beside)\b/,
  /\b(?:told of|gone on with|goes on with|go on with|let go of|nobody has|somebody (?:has|who)|whoever)\b/,
]

/** The comments of a TypeScript source, each as one line, and the titles of its tests if it is a test. */
export function proseOf({ path, text }: { path: string; text: string }): string[] {
  const prose: string[] = []
  // Strings are skipped as a whole, since an address contains the characters of a comment.
  const token =
    /\/\*\*?([\s\S]*?)\*\/|((?:^|(?<=\n))[ \t]*\/\/[^\n]*\n(?:[ \t]*\/\/[^\n]*\n)*)|\/\/ ([^\n]*)|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g
  for (const [, block, lines, tail] of text.matchAll(token)) {
    const comment = block?.replace(/\n\s*\*/g, ' ') ?? lines?.replace(/^[ \t]*\/\/ ?/gm, ' ') ?? tail
    if (comment !== undefined) prose.push(comment.replace(/\s+/g, ' ').trim())
  }
  if (isTest(path)) {
    const title = /\b(?:test|it|describe)(?:\.\w+(?:\([^)\n]*\))?)?\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g
    for (const [, , words = ''] of text.matchAll(title)) prose.push(words)
  }
  return prose
}

/** The sentences of comments and test titles that match a pattern, each behind its file. */
export function unclearSentences(root: string): string[] {
  return readSources(root).flatMap((source) =>
    proseOf(source)
      .flatMap((text) => text.split(/(?<=[.!?;:]) /))
      .filter((sentence) => patterns.some((pattern) => pattern.test(sentence)))
      .map((sentence) => `${source.path}: ${sentence}`),
  )
}
