import type { View } from '@atelier/documents'
import { type Rule, readRules, sharedRules } from '../css/rules.ts'
import { tokenize, unescapeName, urlText } from '../css/tokenize.ts'
import { nodeAttribute, type PageNode, type PageTree } from '../document/tree.ts'
import { resolvePath } from './path.ts'
import { sheetByPath, sheetEntry } from './records.ts'

/** A stylesheet as a page includes it. */
export interface PageSheet {
  sheetId: string
  /** The `<style>` or `<link>` that includes it, directly or through an import. */
  nodeId: string
  /** The conditions under which it applies, outermost first, as at-rules: `@media print`. */
  conditions: readonly string[]
}

/**
 * The stylesheet of the site to which an element of a page refers; undefined if there is none, or if the element's URL
 * was changed since.
 */
export function sheetOf(node: PageNode): string | undefined {
  const { sheet } = node.birth
  if (sheet === undefined || (node.tag !== 'style' && node.tag !== 'link')) return undefined
  return node.tag === 'link' && node.edits.has('attr:href') ? undefined : sheet
}

/**
 * The stylesheets that a page itself includes, in its head and in its body, each in cascade order: imported
 * stylesheets precede the one that imports them. The site's own comes between the two lists.
 */
export function pageSheets(site: View, page: PageTree): { head: PageSheet[]; body: PageSheet[] } {
  return { head: sheetsUnder(site, page, page.head), body: sheetsUnder(site, page, page.root) }
}

function sheetsUnder(site: View, page: PageTree, top: string): PageSheet[] {
  const found: PageSheet[] = []
  if (top === '') return found
  for (const node of page.sheetNodes(top)) {
    const sheetId = node.kind === 'element' ? sheetOf(node) : undefined
    if (sheetId === undefined || isOff(node)) continue
    const media = nodeAttribute(node, 'media')?.trim() ?? ''
    const conditions = media === '' || media.toLowerCase() === 'all' ? [] : [`@media ${media}`]
    addSheet(site, { sheetId, nodeId: node.id, conditions }, found, [])
  }
  return found
}

/** A disabled element, or a link to no stylesheet or only an alternate one, includes nothing. */
function isOff(node: PageNode): boolean {
  if (nodeAttribute(node, 'disabled') !== undefined) return true
  if (node.tag !== 'link') return false
  const rel = nodeAttribute(node, 'rel')?.toLowerCase().split(/\s+/) ?? []
  return !rel.includes('stylesheet') || rel.includes('alternate')
}

function addSheet(site: View, sheet: PageSheet, found: PageSheet[], around: readonly string[]): void {
  const entry = sheetEntry(site, sheet.sheetId)
  if (!entry || around.includes(sheet.sheetId)) return
  for (const { url, conditions } of importsOf(readRules(site, sheet.sheetId))) {
    const path = resolvePath(entry.path ?? entry.base ?? '', url)
    const imported = path === undefined ? undefined : sheetByPath(site, path)
    if (!imported) continue
    const inner = { ...sheet, sheetId: imported.id, conditions: [...sheet.conditions, ...conditions] }
    addSheet(site, inner, found, [...around, sheet.sheetId])
  }
  found.push(sheet)
}

/** The imports of a stylesheet. CSS Cascade 5, 2: only before all rules, with layer, supports and media in order. */
export function importsOf(rules: readonly Rule[]): { url: string; conditions: string[] }[] {
  const found: { url: string; conditions: string[] }[] = []
  for (const rule of rules) {
    if (rule.kind === 'comment' || rule.kind === 'bad' || rule.name === 'charset') continue
    if (rule.kind === 'statement' && rule.name === 'layer') continue
    if (rule.kind !== 'statement' || rule.name !== 'import') break
    const read = readImport(rule.prelude)
    if (read) found.push(read)
  }
  return found
}

function readImport(prelude: string): { url: string; conditions: string[] } | undefined {
  const tokens = tokenize(prelude).filter(({ type }) => type !== 'comment')
  const textOf = (index: number) => {
    const token = tokens[index]
    return token ? prelude.slice(token.start, token.end) : ''
  }
  let at = 1
  while (tokens[at]?.type === 'whitespace') at += 1
  let url: string | undefined
  if (tokens[at]?.type === 'string') url = unescapeName(textOf(at).slice(1, -1))
  else if (tokens[at]?.type === 'url') {
    url = unescapeName(urlText(textOf(at)))
  } else if (tokens[at]?.type === 'function' && /^url\($/i.test(textOf(at))) {
    while (tokens[at] && tokens[at]?.type !== 'string') at += 1
    url = unescapeName(textOf(at).slice(1, -1))
    while (tokens[at] && tokens[at]?.type !== ')') at += 1
  }
  if (url === undefined) return undefined
  const rest = prelude
    .slice(tokens[at]?.end ?? prelude.length)
    .replace(/;\s*$/, '')
    .trim()
  const conditions: string[] = []
  const layer = /^layer(?:\(([^)]*)\))?(?=\s|$)\s*/i.exec(rest)
  let media = layer ? rest.slice(layer[0].length) : rest
  if (layer) conditions.push(`@layer ${layer[1]?.trim() ?? ''}`.trim())
  const supports = /^supports\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)\s*/i.exec(media)
  if (supports) {
    media = media.slice(supports[0].length)
    const inner = supports[1]?.trim() ?? ''
    conditions.push(`@supports ${inner.startsWith('(') ? inner : `(${inner})`}`)
  }
  if (media !== '') conditions.push(`@media ${media}`)
  return { url, conditions }
}

/**
 * Every rule that applies to a page, in cascade order: the stylesheets of its head, the site's, its own, and
 * those in its body. The conditions of a stylesheet are wrapped around its rules.
 */
export function cascadeRules(site: View, page: PageTree, pageId?: string): Rule[] {
  return cascadeParts(site, page, pageId).flat()
}

/** The same by stylesheet. A list without conditions stays the same object until a rule changes. */
export function cascadeParts(site: View, page: PageTree, pageId?: string): (readonly Rule[])[] {
  const { head, body } = pageSheets(site, page)
  const own = pageId === undefined ? [] : [sharedRules(site, pageId)]
  return [...sheetParts(site, head), sharedRules(site), ...own, ...sheetParts(site, body)]
}

/** The rules of some stylesheets of a page, each under its conditions. */
export function sheetParts(site: View, sheets: readonly PageSheet[]): (readonly Rule[])[] {
  return sheets.map((sheet) => {
    const all = sharedRules(site, sheet.sheetId)
    if (sheet.conditions.length === 0 && !all.some(isLeftOut)) return all
    const known = wrapped.get(all) ?? new Map<string, readonly Rule[]>()
    const key = [sheet.nodeId, ...sheet.conditions].join('\n')
    const part = known.get(key) ?? wrap(sheet, all)
    wrapped.set(all, known.set(key, part))
    return part
  })
}

/** The rules of stylesheets under the conditions of the pages that include them, by their reading. */
const wrapped = new WeakMap<readonly Rule[], Map<string, readonly Rule[]>>()

const isLeftOut = ({ name }: Rule) => name === 'import' || name === 'charset'

function wrap({ sheetId, nodeId, conditions }: PageSheet, all: readonly Rule[]): readonly Rule[] {
  let rules = all.filter((rule) => !isLeftOut(rule))
  for (const [depth, condition] of conditions.toReversed().entries()) {
    rules = [wrapRules(`${nodeId}:${sheetId}:${depth}`, condition, rules)]
  }
  return rules
}

function wrapRules(id: string, prelude: string, rules: Rule[]): Rule {
  return {
    id,
    kind: 'at',
    parent: '',
    at: '',
    before: '',
    prelude: `${prelude} `,
    canonical: prelude,
    name: /^@([\w-]+)/.exec(prelude)?.[1] ?? '',
    selector: prelude,
    declarations: [],
    rules,
    tail: '',
    bare: false,
    sheet: '',
  }
}
