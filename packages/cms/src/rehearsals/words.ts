/** The longest part of a request that is read, in characters. */
const READ = 500
const QUOTED = /[“"„«]([^“”"„«»]{1,200})[”"“»]/g

/** The part of a request that a script reads. */
export const readPart = (prompt: string): string => prompt.slice(0, READ)

/** Whether a request has one of these words, or the beginning of it, in small letters. */
export const mentions = (prompt: string, words: readonly string[]): boolean => {
  const text = readPart(prompt).toLowerCase()
  return words.some((word) => text.includes(word))
}

/** The texts in quotes of a request, in their order. */
export const quotedIn = (prompt: string): string[] =>
  [...readPart(prompt).matchAll(QUOTED)].flatMap(([, text = '']) => (text.trim() === '' ? [] : [text.trim()]))

/** The words of a request behind one of these, up to the end of the sentence. */
export function wordsBehind(prompt: string, starts: readonly string[]): string | undefined {
  const text = readPart(prompt).replace(/\s+/g, ' ')
  for (const start of starts) {
    const at = text.toLowerCase().indexOf(start)
    const [sentence = ''] = at < 0 ? [] : text.slice(at + start.length).split(/[.,;!?\n]/, 1)
    if (sentence.trim() !== '') return sentence.trim()
  }
  return undefined
}
