import type { Draft } from '@atelier/documents'
import { type CssChange, noChange } from '../css/change.ts'
import { createRoot, type Planted, plantFirst } from '../document/edit.ts'
import { type DocumentHead, parseHtml } from '../html/parse.ts'
import type { Refusal } from '../html/refuse.ts'
import { addCss, upsertCss } from '../sheet/upsert.ts'

export interface ImportedPage extends Planted {
  rootNodeId: string
  refused: Refusal[]
  warnings: string[]
  css: CssChange
  /** Set only if the HTML was a whole document. */
  head?: DocumentHead
}

/**
 * Fills an empty page document with HTML, and adds its CSS to the site: first the content of the HTML's own `<style>` elements,
 * then `css`. The caller adds the page to the site's list (`listPage`).
 */
export function importPage(
  site: Draft,
  page: Draft,
  { html, css, newId }: { html: string; css?: string; newId: () => string },
): ImportedPage {
  const parsed = parseHtml(html)
  const rootNodeId = createRoot(page, newId, parsed.head?.bodyAttributes)
  const planted = plantFirst(page, rootNodeId, parsed.nodes, newId)
  const change = noChange()
  const own = parsed.css.join('\n')
  for (const one of [
    own === '' ? noChange() : addCss(site, own, newId),
    css === undefined || css === '' ? noChange() : upsertCss(site, css, newId),
  ]) {
    change.created.push(...one.created)
    change.updated.push(...one.updated)
    change.skipped.push(...one.skipped)
    change.errors.push(...one.errors)
  }
  const { refused, warnings, head } = parsed
  return { ...planted, rootNodeId, refused, warnings, css: change, ...(head ? { head } : {}) }
}
