import type { Draft, View } from '@atelier/documents'
import type { SiteContext } from '../context/context.ts'
import { noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { insertDeclaration, removeRule } from '../css/edit.ts'
import { canonical } from '../css/normalize.ts'
import { orderBetween } from '../css/order.ts'
import { parseCss } from '../css/parse.ts'
import { printRule } from '../css/printCss.ts'
import { preludeKey } from '../css/records.ts'
import { classesIn, renameClasses } from '../css/renameNames.ts'
import { everyRule, type Rule, readRules, walkRules } from '../css/rules.ts'
import { type ComplexSelector, parseSelectors, type SimpleSelector } from '../css/selector.ts'
import { sheetOrder } from '../css/sheets.ts'
import { splitSelectors } from '../css/splitSelectors.ts'
import { tokenize } from '../css/tokenize.ts'
import { setClasses } from '../document/edit.ts'
import { documents } from '../document/pages.ts'
import { nodeClasses, readTree } from '../document/tree.ts'
import { everyNode } from './nodes.ts'

/** The rules of all stylesheets, those of single pages too, with the rules around each. */
export function* allRules(site: View): Generator<[Rule, readonly Rule[]]> {
  const sheets = [...sheetOrder(site), ...documents(site).map(({ id }) => id)]
  for (const sheet of sheets) yield* walkRules(readRules(site, sheet))
}

/** Whether a rule has a selector that can name classes: a style rule, or `@scope`. */
const hasSelector = ({ kind, name }: Pick<Rule, 'kind' | 'name'>) =>
  kind === 'style' || (kind === 'at' && name === 'scope')

/** Whether any selector of the site names a class. */
export function isStyled(site: View, name: string): boolean {
  for (const rule of everyRule(site)) if (hasSelector(rule) && classesIn(rule.prelude).has(name)) return true
  return false
}

/** Renames a class in the selectors of all stylesheets. Returns how many rules changed. */
export function renameInSelectors(site: Draft, from: string, to: string): number {
  let count = 0
  for (const rule of [...everyRule(site)]) {
    if (!hasSelector(rule)) continue
    const next = renameClasses(rule.prelude, (name) => (name === from ? to : undefined))
    if (next === rule.prelude) continue
    site.set(preludeKey(rule.id), next)
    count += 1
  }
  return count
}

/** The selectors that name a class by an attribute (`[class~="card"]`), which no rename follows. */
export function attributeSelectors(site: View, name: string): string[] {
  const found: string[] = []
  for (const rule of everyRule(site)) {
    if (!hasSelector(rule) || !rule.prelude.includes('[class')) continue
    const all = parseSelectors(rule.prelude)?.flatMap(({ parts }) => parts.flatMap(({ compound }) => compound)) ?? []
    if (all.some((each) => each.kind === 'attribute' && each.name === 'class' && each.value?.includes(name)))
      found.push(rule.selector)
  }
  return found
}

/** Sets the classes of every element of every document to what `change` returns for them. Returns what changed. */
export async function changeClasses(
  { site, drafts }: SiteContext,
  change: (classes: readonly string[], nodeId: string) => readonly string[],
): Promise<{ nodes: number; documents: string[] }> {
  let nodes = 0
  const changed: string[] = []
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    const tree = readTree(page)
    let own = 0
    for (const node of [...everyNode(tree)]) {
      if (node.kind !== 'element') continue
      const now = nodeClasses(node)
      const next = change(now, node.id)
      if (next.length === now.length && next.every((name, index) => name === now[index])) continue
      setClasses(page, node, next)
      own += 1
    }
    if (own > 0) changed.push(id)
    nodes += own
  }
  return { nodes, documents: changed }
}

/** Removes a class from the selectors: a rule that needs it goes, a list keeps its other selectors. */
export function removeFromSelectors(site: Draft, name: string): { removed: string[]; changed: string[] } {
  const removed: string[] = []
  const changed: string[] = []
  for (const [rule, around] of [...allRules(site)]) {
    if (rule.kind !== 'style' || around.some((each) => needsClass(each, name))) continue
    if (needsClass(rule, name)) {
      removeRule(site, rule.id)
      removed.push(rule.selector)
      continue
    }
    const list = splitSelectors(rule.prelude)
    const kept = list.filter((text) => !needs(parseSelectors(text) ?? [], name))
    if (kept.length === list.length || kept.length === 0) continue
    const space = rule.prelude.slice(rule.prelude.trimEnd().length)
    site.set(preludeKey(rule.id), kept.join(',').trim() + space)
    changed.push(rule.selector)
  }
  return { removed, changed }
}

const needsClass = (rule: Rule, name: string) =>
  rule.kind === 'style' && needs(parseSelectors(rule.prelude) ?? [], name)

/** Whether every selector of a list can match only with the class somewhere; `:not(.name)` does not need it. */
const needs = (selectors: readonly ComplexSelector[], name: string): boolean =>
  selectors.length > 0 &&
  selectors.every(({ parts }) => parts.some(({ compound }) => compound.some((simple) => simpleNeeds(simple, name))))

const simpleNeeds = (simple: SimpleSelector, name: string): boolean =>
  simple.kind === 'class'
    ? simple.name === name
    : simple.kind === 'pseudo-class' && simple.name !== 'not' && needs(simple.selectors ?? [], name)

/** Copies every rule of a class for another one, each right behind its original. Returns the selectors of the copies. */
export function copyRules(site: Draft, from: string, to: string, newId: () => string): string[] {
  const made: string[] = []
  const rename = (text: string) => renameClasses(text, (name) => (name === from ? to : undefined))
  for (const [rule, around] of [...allRules(site)]) {
    const isCopied = around.some((each) => each.kind === 'style' && classesIn(each.prelude).has(from))
    if (rule.kind !== 'style' || isCopied || !classesIn(rule.prelude).has(from)) continue
    const own = splitSelectors(rule.prelude).filter((text) => classesIn(text).has(from))
    const space = rule.prelude.slice(rule.prelude.trimEnd().length)
    const body = printRule(rule).slice(rule.before.length + rule.prelude.length)
    const prelude = rename(own.join(',').trim()) + space
    const [item] = parseCss(prelude + renameNested(body, rename)).items
    if (item?.kind !== 'style') continue
    const siblings = around.at(-1)?.rules ?? readRules(site, rule.sheet)
    const next = siblings[siblings.findIndex(({ id }) => id === rule.id) + 1]
    const before = rule.before === '' ? '\n' : withoutComments(rule.before)
    createRule(
      site,
      newId,
      { ...item, before },
      rule.parent,
      orderBetween(rule.at, next?.at),
      [],
      noChange(),
      rule.sheet,
    )
    made.push(rename(own.join(',').trim()))
  }
  return made
}

/** In a block only preludes of nested rules hold classes; values hold none. */
const renameNested = (body: string, rename: (text: string) => string) => (body.includes('.') ? rename(body) : body)

export interface MergedRules {
  /** Rules whose declarations went into a rule that was there. */
  merged: string[]
  /** Rules that only changed their selector. */
  renamed: string[]
  /** Properties that both set to different values; those of the class that stays count. */
  conflicts: { selector: string; property: string; kept: string; dropped: string }[]
}

/** Gives the rules of one class to another: into its rule of the same selector and surroundings, else renamed in place. */
export function mergeRules(site: Draft, from: string, into: string, newId: () => string): MergedRules {
  const outcome: MergedRules = { merged: [], renamed: [], conflicts: [] }
  const all = [...allRules(site)]
  const placeOf = (rule: Rule, around: readonly Rule[], selector: string) =>
    [rule.sheet, ...around.map((each) => each.canonical), selector].join('\n')
  const standing = new Map<string, Rule>()
  for (const [rule, around] of all) {
    if (rule.kind === 'style' && !classesIn(rule.prelude).has(from))
      standing.set(placeOf(rule, around, rule.canonical), rule)
  }
  const rename = (text: string) => renameClasses(text, (name) => (name === from ? into : undefined))
  for (const [rule, around] of all) {
    if (!hasSelector(rule) || !classesIn(rule.prelude).has(from)) continue
    const next = dedupe(rename(rule.prelude))
    const same = rule.kind === 'style' ? standing.get(placeOf(rule, around, canonical(next))) : undefined
    if (same && rule.rules.length === 0) {
      mergeInto(site, same, rule, newId, outcome)
      outcome.merged.push(rule.selector)
    } else {
      site.set(preludeKey(rule.id), next)
      outcome.renamed.push(rule.selector)
    }
  }
  return outcome
}

/** A list without selectors that a rename made equal. */
function dedupe(prelude: string): string {
  const list = splitSelectors(prelude)
  const kept = list.filter((text, index) => list.findIndex((each) => canonical(each) === canonical(text)) === index)
  return kept.length === list.length ? prelude : `${kept.join(',').trimEnd()}${prelude.slice(prelude.trimEnd().length)}`
}

function mergeInto(site: Draft, target: Rule, rule: Rule, newId: () => string, { conflicts }: MergedRules): void {
  for (const { name, value, text } of rule.declarations) {
    if (name === '') continue
    const own = target.declarations.findLast((each) => each.name === name)
    if (!own) insertDeclaration(site, target, text.trim(), target.declarations.at(-1), newId())
    else if (own.value !== value)
      conflicts.push({ selector: target.selector, property: name, kept: own.value, dropped: value })
  }
  removeRule(site, rule.id)
}

const withoutComments = (text: string) =>
  tokenize(text)
    .flatMap(({ type, start, end }) => (type === 'comment' ? [] : [text.slice(start, end)]))
    .join('')
