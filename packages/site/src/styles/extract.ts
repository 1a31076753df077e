import type { Draft } from '@atelier/documents'
import type { SiteContext } from '../context/context.ts'
import { noChange } from '../css/change.ts'
import { createRule } from '../css/create.ts'
import { dropDeclaration, findRule, removeRule } from '../css/edit.ts'
import { elementsOf } from '../css/elements.ts'
import { orderBetween } from '../css/order.ts'
import { overlap } from '../css/overlap.ts'
import { parseBlock, parseCss } from '../css/parse.ts'
import { type Declaration, type Rule, readDeclaration, readRules } from '../css/rules.ts'
import { type ComplexSelector, parseSelectors } from '../css/selector.ts'
import { matchSelectors } from '../css/selectorMatch.ts'
import { setAttribute, setClasses } from '../document/edit.ts'
import { documents } from '../document/pages.ts'
import { nodeAttribute, nodeClasses, type PageTree, readTree } from '../document/tree.ts'
import { cascadeParts } from '../sheet/cascade.ts'
import { matchParts } from '../sheet/matchedRules.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { allRules } from './classes.ts'

export interface Extracted {
  /** The declarations of the new rule. */
  declarations: string[]
  nodes: number
  /** Rules that were left without a declaration and went. */
  removed: string[]
  warnings: string[]
}

export type ExtractOutcome =
  | { found: Extracted; error?: undefined }
  | { found?: undefined; error: string; hint: string }

/** Pseudo-classes that say what an element is, not what is done with it. */
const structural = new Set(
  'is where not has root empty first-child last-child only-child first-of-type last-of-type only-of-type nth-child nth-last-child nth-of-type nth-last-of-type link any-link'.split(
    ' ',
  ),
)

const isStateless = (selectors: readonly ComplexSelector[]): boolean =>
  selectors.every(({ parts }) =>
    parts.every(({ compound }) =>
      compound.every(
        (simple) =>
          simple.kind !== 'pseudo-element' &&
          (simple.kind !== 'pseudo-class' || (structural.has(simple.name) && isStateless(simple.selectors ?? []))),
      ),
    ),
  )

const spelling = ({ name, value, important }: Pick<Declaration, 'name' | 'value' | 'important'>) =>
  `${name}: ${value.replace(/\s+/g, ' ')}${important ? ' !important' : ''}`

/**
 * Moves the declarations that several rules share into a rule of a new class, before the first of them, and gives the class to
 * the elements that they are about.
 */
export async function extractFromRules(
  context: SiteContext,
  ruleIds: readonly string[],
  name: string,
): Promise<ExtractOutcome> {
  const { site, newId } = context
  const wanted = new Set(ruleIds)
  const found = [...allRules(site)].filter(([rule]) => wanted.has(rule.id))
  if (found.length < wanted.size)
    return { error: 'One of the rules is no longer there.', hint: 'listStyles lists them.' }
  const [first] = found
  if (!first || found.length < 2) return { error: 'It takes at least two rules.', hint: 'Name two in ruleIds.' }
  const place = ([rule, around]: [Rule, readonly Rule[]]) =>
    [rule.sheet, ...around.map((each) => each.canonical)].join('\n')
  if (found.some((each) => place(each) !== place(first) || each[1].some(({ kind }) => kind === 'style'))) {
    return {
      error: 'The rules stand in different stylesheets or under different conditions.',
      hint: 'Choose rules that stand side by side, in no other rule.',
    }
  }
  const rules = found.map(([rule]) => rule)
  const selectors = rules.map(({ prelude }) => parseSelectors(prelude) ?? [])
  if (!selectors.every(isStateless)) {
    return {
      error: 'A rule is about a state or a part of elements.',
      hint: 'Choose rules without :hover, ::before and the like.',
    }
  }
  const shared = sharedBy(rules)
  if (shared.length === 0) return { error: 'The rules share no declaration.', hint: 'Choose rules that repeat one.' }
  const warnings = new Set<string>()
  let nodes = 0
  for (const { id } of documents(site)) {
    const page = await context.drafts.open(id)
    if (!page) continue
    const tree = readTree(page)
    const elements = elementsOf(tree)
    for (const node of [...tree.walk()]) {
      if (node.kind !== 'element' || !selectors.some((each) => matchSelectors(elements, node.id, each))) continue
      if (nodes < CHECKED) for (const each of rivals(context, tree, id, node.id, wanted, shared)) warnings.add(each)
      setClasses(page, node, [...nodeClasses(node), name])
      nodes += 1
    }
  }
  const removed = writeShared(site, rules, shared, name, newId)
  return { found: { declarations: shared.map(spelling), nodes, removed, warnings: [...warnings].slice(0, 10) } }
}

/** Elements that are looked at for other rules that set the same. */
const CHECKED = 50

/** The declarations that all rules have, of properties that nothing else in a rule overrules. */
function sharedBy([first, ...others]: readonly Rule[]): Declaration[] {
  const all = [first, ...others].flatMap((rule) => (rule ? [rule] : []))
  return (first?.declarations ?? []).filter((each) => {
    if (each.name === '') return false
    return all.every(({ declarations }) => {
      const same = declarations.filter(({ name }) => name === each.name)
      return same.length === 1 && same[0] !== undefined && spelling(same[0]) === spelling(each)
    })
  })
}

/** Other rules of an element that set the same and may win over the new class now. */
function rivals(
  { site }: SiteContext,
  tree: PageTree,
  documentId: string,
  nodeId: string,
  own: ReadonlySet<string>,
  shared: readonly Declaration[],
): string[] {
  return matchParts(cascadeParts(site, tree, documentId), elementsOf(tree), nodeId).flatMap(
    ({ id, selector, declarations }) => {
      const clash = own.has(id)
        ? undefined
        : shared.find((each) => declarations.some(({ name }) => overlap(name, each.name)))
      return clash ? [`${selector} sets ${clash.name} too; look whether it wins now.`] : []
    },
  )
}

function writeShared(
  site: Draft,
  rules: readonly Rule[],
  shared: readonly Declaration[],
  name: string,
  newId: () => string,
): string[] {
  const [first] = rules
  if (!first) return []
  const siblings = first.parent === '' ? readRules(site, first.sheet) : (findRule(site, first.parent)?.rules ?? [])
  const previous = siblings[siblings.findIndex(({ id }) => id === first.id) - 1]
  const isCompact = !first.declarations.some(({ before }) => before.includes('\n'))
  const space = isCompact ? ' ' : (first.declarations[0]?.before ?? '\n  ')
  const end = isCompact ? ' ' : first.tail || '\n'
  const text = `.${name} {${shared.map((each) => `${space}${each.text.trim()};`).join('')}${end}}`
  const [item] = parseCss(text).items
  const before = first.before === '' ? '' : first.before
  if (item)
    createRule(
      site,
      newId,
      { ...item, before },
      first.parent,
      orderBetween(previous?.at, first.at),
      [],
      noChange(),
      first.sheet,
    )
  const names = new Set(shared.map((each) => each.name))
  const removed: string[] = []
  for (const { id } of rules) {
    const rule = findRule(site, id)
    if (!rule) continue
    for (const each of rule.declarations.filter((one) => names.has(one.name))) dropDeclaration(site, rule, each)
    if (rule.declarations.length > 0 || rule.rules.length > 0) continue
    removeRule(site, rule.id)
    removed.push(rule.selector)
  }
  return removed
}

/** Moves the declarations that the `style` attributes of elements share into a new class. */
export async function extractFromNodes(
  { site, drafts, newId }: SiteContext,
  nodeIds: readonly string[],
  name: string,
): Promise<ExtractOutcome> {
  const wanted = new Set(nodeIds)
  const found: { documentId: string; nodeId: string; style: string }[] = []
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    const tree = readTree(page)
    for (const nodeId of wanted) {
      const node = page.has(nodeId) ? tree.node(nodeId) : undefined
      if (node?.kind === 'element') found.push({ documentId: id, nodeId, style: nodeAttribute(node, 'style') ?? '' })
    }
  }
  if (found.length < wanted.size)
    return { error: 'One of the elements is no longer there.', hint: 'Read the page again.' }
  const lists = found.map(({ style }) => declarationsOf(style))
  const shared = (lists[0] ?? []).filter((text) => lists.every((each) => each.includes(text)))
  if (shared.length === 0) {
    return {
      error: 'The elements share no declaration in their style attributes.',
      hint: 'Name rules in ruleIds instead.',
    }
  }
  upsertCss(site, `.${name} {\n  ${shared.join(';\n  ')};\n}\n`, newId)
  for (const { documentId, nodeId, style } of found) {
    const page = await drafts.open(documentId)
    const node = page && readTree(page).node(nodeId)
    if (!page || !node) continue
    const left = declarationsOf(style).filter((text) => !shared.includes(text))
    setAttribute(page, node, 'style', left.length > 0 ? left.join('; ') : null)
    setClasses(page, node, [...nodeClasses(node), name])
  }
  return { found: { declarations: shared, nodes: found.length, removed: [], warnings: [] } }
}

const declarationsOf = (style: string): string[] =>
  parseBlock(style).items.flatMap((item) => (item.kind === 'declaration' ? [spelling(readDeclaration(item.text))] : []))
