import type { Draft } from '@atelier/documents'
import { type CssChange, noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { orderBetween } from '../css/order.ts'
import { parseCss } from '../css/parse.ts'
import { type Rule, readRules } from '../css/rules.ts'
import { SITE_SHEET } from '../css/sheets.ts'
import { widthBound } from '../target/conditions.ts'
import type { BuiltLayout } from './build.ts'

/**
 * Writes the rules of a layout into the site's own sheet: if the site has such a query already, those for phones into it
 * and all others before the first query; otherwise at the end, with a new query.
 */
export function writeLayoutCss(site: Draft, built: BuiltLayout, newId: () => string): CssChange {
  const change = noChange()
  const top = readRules(site, SITE_SHEET)
  const block = top.findLast((rule) => rule.name === 'media' && rule.canonical === built.query.condition)
  const between = built.oneLine ? '\n' : '\n\n'
  const add = (css: string, before: string, parent: Rule | undefined, at: string): Rule | undefined => {
    const [item] = parseCss(css).items
    if (!item) return undefined
    const path = parent ? [parent.canonical] : []
    return createRule(site, newId, { ...item, before }, parent?.id ?? '', at, path, change, SITE_SHEET)
  }
  const first = block ? firstQuery(top) : top.length
  // In front of the very first rule stands no white space that would part it from new ones.
  const end = first === 0 ? top.length : first
  let last = top[end - 1]?.at
  for (const css of built.rules) {
    const before = last === undefined ? '' : between
    last = add(css, before, undefined, orderBetween(last, top[end]?.at))?.at ?? last
  }
  if (built.phoneRules.length === 0) return change
  if (block && first > 0) {
    let inside = block.rules.at(-1)?.at
    for (const css of built.phoneRules) inside = add(css, '\n  ', block, orderBetween(inside, undefined))?.at ?? inside
  } else {
    const query = `${built.query.text} {\n  ${built.phoneRules.join('\n  ')}\n}`
    add(query, last === undefined ? '' : '\n\n', undefined, orderBetween(last, undefined))
  }
  return change
}

/** The index of the first query of a width, or of the comments in front of it. */
function firstQuery(top: readonly Rule[]): number {
  let index = top.findIndex((rule) => widthBound(rule.selector) !== undefined)
  while (index > 0 && top[index - 1]?.kind === 'comment') index -= 1
  return index
}
