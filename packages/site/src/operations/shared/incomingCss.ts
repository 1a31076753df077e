import type { SiteContext } from '../../context/context.ts'
import { parseCss } from '../../css/parse.ts'
import type { ParsedHtml } from '../../html/parse.ts'
import { lintCss } from '../../lint/cssLint.ts'
import { refuseCss } from '../../lint/cssRefusal.ts'
import { unmatchedWarnings } from '../../lint/cssUses.ts'
import { stripFence } from '../../lint/fence.ts'
import { limitWarnings, problemWarnings } from '../../lint/problem.ts'
import type { Found } from './target.ts'

/** The CSS of a call, without a Markdown fence and the tags of a style block. */
export interface IncomingCss {
  text: string
  notes: string[]
}

/** Reads CSS that a call brings; refused whole if its blocks do not balance or a note replaces a part of it. */
export function incomingCss(css: string, path: string): Found<IncomingCss> {
  const { text: unfenced, stripped } = stripFence(css)
  const text = withoutStyleTags(unfenced)
  const refused = refuseCss(text, path)
  if (refused) return { refused }
  const notes = stripped ? ['The Markdown fence around the CSS was left out.'] : []
  return { found: { text, notes } }
}

/** The same for the `<style>` blocks of HTML that a call brings. */
export function incomingStyles({ css, unclosedCss = [] }: Pick<ParsedHtml, 'css' | 'unclosedCss'>): Found<IncomingCss> {
  const read = [...unclosedCss, ...css].map((block) => incomingCss(block, '/html'))
  for (const each of read) if (each.refused) return each
  const found = read.flatMap((each) => each.found ?? [])
  const notes = [...new Set(found.flatMap((each) => each.notes))]
  return { found: { text: found.map(({ text }) => text).join('\n'), notes } }
}

/** The warnings about sent CSS, after it and its HTML were written to the site. */
export async function cssWarnings(context: SiteContext, { text, notes }: IncomingCss): Promise<string[]> {
  if (text.trim() === '') return notes
  const sheet = parseCss(text)
  const found = problemWarnings(await lintCss(text, sheet))
  return limitWarnings([...notes, ...found, ...(await unmatchedWarnings(context, sheet.items))])
}

/** Models sometimes wrap CSS in `<style>` tags. */
function withoutStyleTags(css: string): string {
  const text = css.trim()
  if (!/^<style[\s>]/i.test(text)) return css
  const from = text.indexOf('>') + 1
  const end = /<\/style\s{0,20}>$/i.exec(text.slice(-40))
  return text.slice(from, end ? text.length - end[0].length : undefined)
}
