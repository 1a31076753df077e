import type { SiteContext } from '../../context/context.ts'
import { parseCss } from '../../css/parse.ts'
import type { ParsedHtml } from '../../html/parse.ts'
import { lintCss } from '../../lint/cssLint.ts'
import { unmatchedWarnings } from '../../lint/cssUses.ts'
import { type Incoming, type IncomingText, incomingCss, incomingCssReport } from '../../lint/incoming.ts'
import { limitWarnings, problemWarnings } from '../../lint/problem.ts'

/** Reads the `<style>` blocks of HTML that a call brings, as `incomingCss` does. */
export function incomingStyles({
  css,
  unclosedCss = [],
}: Pick<ParsedHtml, 'css' | 'unclosedCss'>): Incoming<IncomingText> {
  const read = [...unclosedCss, ...css].map((block) => incomingCss(block, { path: '/html' }))
  for (const each of read) if (each.refused) return each
  const found = read.flatMap((each) => each.found ?? [])
  const notes = [...new Set(found.flatMap((each) => each.notes))]
  return { found: { text: found.map(({ text }) => text).join('\n'), notes } }
}

/** The mistakes in the styles of a copy that another program made, which are kept as far as they can be read. */
export async function copiedStyleMistakes(css: readonly string[]): Promise<string[]> {
  const text = css.join('\n')
  if (text.trim() === '') return []
  // Word processors put properties of their own into every copy.
  const problems = (await lintCss(text)).filter(({ message }) => !/\bmso-/.test(message))
  return [...incomingCssReport(text), ...problemWarnings(problems)]
}

/** Warnings that were not said before, on whatever line. */
export function newWarnings(warnings: readonly string[], said: readonly string[]): string[] {
  const known = new Set(said.map(withoutLine))
  return warnings.filter((each) => !known.has(withoutLine(each)))
}

const withoutLine = (warning: string) => warning.replace(/^Lines? [\d, and]{1,80}(?:more)?: /, '')

/** The warnings about sent CSS, after it and its HTML were written to the site. */
export async function cssWarnings(context: SiteContext, { text, notes }: IncomingText): Promise<string[]> {
  if (text.trim() === '') return notes
  const sheet = parseCss(text)
  const found = problemWarnings(await lintCss(text, sheet))
  return limitWarnings([...notes, ...found, ...(await unmatchedWarnings(context, sheet.items))])
}
