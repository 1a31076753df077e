import { longhandsOf } from '../css/longhands.ts'
import { canonical } from '../css/normalize.ts'
import { parseSelectors } from '../css/selector.ts'
import { matchSelectors } from '../css/selectorMatch.ts'
import { escapeName } from '../css/tokenize.ts'
import { slugify } from '../document/pages.ts'
import { isSpecial } from '../document/special.ts'
import type { PageNode } from '../document/tree.ts'
import { newOwnClass, ownClass, plainTag, writtenClasses } from '../modules/style.ts'
import { type ElementState, type PageCascade, PLAIN } from './cascade.ts'
import { indexRules } from './ruleIndex.ts'

/** A selector that the styles of an element can be written for. */
export interface SelectorChoice {
  /** `class` it has, `new` a class it would get, `node` a class of only its own, `tag` every element of its kind. */
  kind: 'class' | 'new' | 'node' | 'tag'
  selector: string
  /** How many rules have exactly this selector, at any width. */
  rules: number
}

/** States and pseudo-elements that any element can be styled in. */
const COMMON = [':hover', ':focus-visible', ':active', '::before', '::after']
const BY_TAG: Readonly<Record<string, readonly string[]>> = {
  a: [':visited'],
  button: [':disabled'],
  input: [':checked', ':disabled', ':invalid', '::placeholder'],
  textarea: [':disabled', ':invalid', '::placeholder'],
  select: [':disabled', ':invalid'],
  option: [':checked'],
  details: [':open'],
  dialog: [':open', '::backdrop'],
  li: ['::marker'],
  summary: ['::marker'],
}

/**
 * The selectors that can be chosen for an element. The first is what is taken without a choice: the class of only this
 * node if it has one, else of its classes that have a rule the one whose values show, else its last class, else a new
 * one; of the root of every page, which no class tells apart, its tag.
 */
export function selectorChoices(cascade: PageCascade, node: PageNode): SelectorChoice[] {
  const count = (selector: string) =>
    cascade.sheets.reduce(
      (sum, { rules, made }) => (made ? sum : sum + (indexRules(rules).bySelector.get(selector)?.length ?? 0)),
      0,
    )
  const choice = (kind: SelectorChoice['kind'], selector: string) => ({ kind, selector, rules: count(selector) })
  const own = ownClass(node)
  const classes = writtenClasses(node)
    .filter((name) => name !== own)
    .map((name) => choice('class', `.${escapeName(name)}`))
  const styled = classes.filter(({ rules }) => rules > 0)
  const favourite = (styled.length > 1 ? leastOverridden(cascade, node, styled) : styled[0]) ?? classes.at(-1)
  const alone = choice('node', `.${escapeName(own ?? newOwnClass(node))}`)
  const fresh = choice('new', `.${escapeName(freeClass(node, count))}`)
  const tag = choice('tag', node.tag)
  const plain = node.tag === 'body' || node.tag === 'html' ? tag : fresh
  const first = own === undefined ? (favourite ?? plain) : alone
  // The tag of a loop is no element's.
  const all = [first, ...classes.toReversed(), fresh, alone, ...(isSpecial(node) ? [] : [tag])]
  return all.filter(({ selector }, index) => all.findIndex((each) => each.selector === selector) === index)
}

/**
 * The class of which the fewest longhands are overridden by another of these classes, at all widths and in no state; the
 * last one where several are alike.
 */
function leastOverridden(
  cascade: PageCascade,
  node: PageNode,
  classes: readonly SelectorChoice[],
): SelectorChoice | undefined {
  const bySelector = new Map(classes.map((each) => [canonical(each.selector), each]))
  const setters = new Map<string, Set<SelectorChoice>>()
  // From the weakest to the strongest.
  for (const match of cascade.matches(node.id, PLAIN)) {
    const placed = cascade.placeOf(match)
    const owner = placed?.conditions.length === 0 ? bySelector.get(placed.selector ?? '') : undefined
    if (!owner) continue
    for (const longhand of new Set(match.declarations.flatMap(({ name }) => longhandsOf(name)))) {
      const known = setters.get(longhand) ?? new Set()
      known.delete(owner)
      setters.set(longhand, known.add(owner))
    }
  }
  const overridden = new Map(classes.map((each) => [each, 0]))
  for (const owners of setters.values()) {
    for (const loser of [...owners].slice(0, -1)) overridden.set(loser, (overridden.get(loser) ?? 0) + 1)
  }
  const fewest = Math.min(...overridden.values())
  return classes.findLast((each) => overridden.get(each) === fewest)
}

/** A readable class that no rule has: after the label of the element, its first class or its tag. */
function freeClass(node: PageNode, count: (selector: string) => number): string {
  const [first] = writtenClasses(node)
  const stem = slugify(node.label ?? (first === undefined ? plainTag(node) : `${first} variant`)).replace(
    /^(?=\d)/,
    'n-',
  )
  const isFree = (name: string) => count(`.${escapeName(name)}`) === 0 && !writtenClasses(node).includes(name)
  let number = 2
  if (isFree(stem)) return stem
  while (!isFree(`${stem}-${number}`)) number += 1
  return `${stem}-${number}`
}

/** The states and pseudo-elements that can be chosen: those that rules of the element have first. */
export function stateChoices(cascade: PageCascade, node: PageNode): { state: string; rules: number }[] {
  const counts = new Map<string, number>()
  for (const { states, pseudoElement = '' } of cascade.all(node.id)) {
    const state = [...states, pseudoElement].join('')
    if (state !== '') counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const offered = [...COMMON, ...(BY_TAG[node.tag] ?? [])].filter((state) => !counts.has(state))
  return [...counts].map(([state, rules]) => ({ state, rules })).concat(offered.map((state) => ({ state, rules: 0 })))
}

/** The at-rules around rules that match an element, each list once, that can be chosen besides the width's own. */
export function conditionChoices(cascade: PageCascade, node: PageNode): string[][] {
  const found = new Map<string, string[]>()
  for (const { conditions } of cascade.all(node.id)) {
    if (conditions.length > 0) found.set(conditions.join('\n'), conditions)
  }
  return [...found.values()]
}

/**
 * The requirements of a selector with its state for an element; undefined if it cannot match the element, or is none.
 */
export function matchState(cascade: PageCascade, nodeId: string, selector: string): ElementState | undefined {
  const [parsed, more] = parseSelectors(selector) ?? []
  if (!parsed) return undefined
  const all = more ? (parseSelectors(selector) ?? []) : [parsed]
  for (const each of all) {
    const states = matchSelectors(cascade.elements, nodeId, [each])
    if (states === undefined) continue
    const last = each.parts.at(-1)?.compound.find(({ kind }) => kind === 'pseudo-element')
    return { states, pseudoElement: last?.kind === 'pseudo-element' ? last.text : '' }
  }
  return undefined
}
