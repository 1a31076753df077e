import type { SiteContext } from '../../context/context.ts'
import { parseCss } from '../../css/parse.ts'
import type { ParsedHtml } from '../../html/parse.ts'
import { lintCss } from '../../lint/cssLint.ts'
import { unmatchedWarnings } from '../../lint/cssUses.ts'
import { type Incoming, type IncomingText, incomingCss } from '../../lint/incoming.ts'
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

/** The warnings about sent CSS, after it and its HTML were written to the site. */
export async function cssWarnings(context: SiteContext, { text, notes }: IncomingText): Promise<string[]> {
  if (text.trim() === '') return notes
  const sheet = parseCss(text)
  const found = problemWarnings(await lintCss(text, sheet))
  return limitWarnings([...notes, ...found, ...(await unmatchedWarnings(context, sheet.items))])
}
