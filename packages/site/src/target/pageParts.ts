import { createMemoryView, type View } from '@atelier/documents'
import { appliedCode } from '../code/applies.ts'
import { noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { firstOrders } from '../css/order.ts'
import { parseCss } from '../css/parse.ts'
import { type Rule, readRules, sharedRules } from '../css/rules.ts'
import { SITE_SHEET } from '../css/sheets.ts'
import type { PageTree } from '../document/tree.ts'
import { type PageSheet, pageSheets, sheetParts } from '../sheet/cascade.ts'
import { frameworkCss } from '../tokens/framework.ts'

/** A stylesheet of a page, in cascade order. */
export interface CascadeSheet {
  rules: readonly Rule[]
  /** A sheet's id, a page's id, or empty for the site's own. */
  sheet: string
  /** The at-rules under which the page includes it, outermost first; its rules stand within as many wrappers. */
  conditions: readonly string[]
  /** Its source, if its rules are not edited as rules: design tokens, or a style among the code. */
  made?: 'tokens' | 'code'
  /** The path of the code asset that it is. */
  file?: string
}

/** Every stylesheet that applies to a page, as `shownCss` orders them. */
export function pageParts(site: View, tree: PageTree, pageId?: string): CascadeSheet[] {
  const { head, body } = pageSheets(site, tree)
  const included = (sheets: readonly PageSheet[]) => {
    const parts = sheetParts(site, sheets)
    return sheets.map(({ sheetId, conditions }, index) => ({ rules: parts[index] ?? [], sheet: sheetId, conditions }))
  }
  const own = [SITE_SHEET, ...(pageId === undefined ? [] : [pageId])]
  const tokens = made(site, 'tokens', frameworkCss(site))
  const code = pageId === undefined ? [] : appliedCode(site, pageId).styles
  return [
    ...included(head),
    ...tokens,
    ...own.map((sheet) => ({ rules: sharedRules(site, sheet), sheet, conditions: [] })),
    ...code.flatMap(({ id, path, content }) => made(site, 'code', content, id, path)),
    ...included(body),
  ]
}

/** The rules of texts, by the documents that they come from and by name, until the text changes. */
const read = new WeakMap<object, Map<string, { css: string; rules: readonly Rule[] }>>()

function made(site: View, kind: 'tokens' | 'code', css: string, name = '', file?: string): CascadeSheet[] {
  if (css === '') return []
  const texts = read.get(site.feed ?? site) ?? new Map<string, { css: string; rules: readonly Rule[] }>()
  read.set(site.feed ?? site, texts)
  const known = texts.get(`${kind} ${name}`)
  const rules = known?.css === css ? known.rules : rulesOf(css, `${kind}:${name}`)
  texts.set(`${kind} ${name}`, { css, rules })
  return [{ rules, sheet: SITE_SHEET, conditions: [], made: kind, ...(file === undefined ? {} : { file }) }]
}

/** The rules of a text, with ids that no rule of a site has. */
function rulesOf(css: string, prefix: string): Rule[] {
  const draft = createMemoryView()
  const { items } = parseCss(css)
  const orders = firstOrders(items.length)
  let count = 0
  const newId = () => `${prefix}:${count++}`
  for (const [index, item] of items.entries()) {
    createRule(draft, newId, item, '', orders[index] ?? '', [], noChange(), SITE_SHEET)
  }
  return readRules(draft)
}
