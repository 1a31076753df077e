import type { View } from '@atelier/documents'
import { elementsOf } from '../css/elements.ts'
import { type Declaration, type Rule, walkRules } from '../css/rules.ts'
import {
  type ComplexSelector,
  compareSpecificity,
  highest,
  parseSelectors,
  type SimpleSelector,
  type Specificity,
  specificityOf,
} from '../css/selector.ts'
import { type ElementTree, matchSelectors } from '../css/selectorMatch.ts'
import type { PageTree } from '../document/tree.ts'
import { cascadeParts } from './cascade.ts'

/** A rule that applies to an element, or would under `conditions` and in `states`. */
export interface MatchedRule {
  id: string
  selector: string
  /** The matching selector of the list, with `&` resolved. */
  specificity: Specificity
  /** At-rules around it, outermost first: `@media (max-width: 768px)`, `@layer base`. */
  conditions: string[]
  /** Required states, such as `:hover`. */
  states: readonly string[]
  /** The pseudo-element, such as `::before`, if the rule applies to it and not to the element itself. */
  pseudoElement?: string
  /** The cascade layer; empty for a rule outside layers, which wins over layered ones. */
  layer: string
  /** The place of the layer among those of the page, from the weakest; Infinity outside layers. */
  layerRank: number
  declarations: readonly Declaration[]
  /** The rule, and the rules around it, outermost first. */
  rule: Rule
  around: readonly Rule[]
  /** The index of its stylesheet among those that were matched. */
  part: number
}

/**
 * The rules that match one node of a page, weakest first: by layer, specificity, order. `!important` is not weighed.
 * @param pageId includes the rules that only this page has
 */
export function matchingRules(view: View, page: PageTree, nodeId: string, pageId?: string): MatchedRule[] {
  if (page.node(nodeId)?.kind !== 'element') return []
  return matchParts(cascadeParts(view, page, pageId), elementsOf(page), nodeId)
}

/** The same for rules and an element tree that were read before. */
export function matchRules(rules: readonly Rule[], tree: ElementTree, id: string): MatchedRule[] {
  return matchParts([rules], tree, id)
}

/**
 * The same for stylesheets in cascade order. With `forced`, only rules that apply in those states, each with the
 * specificity of its strongest selector that applies in them.
 */
export function matchParts(
  parts: readonly (readonly Rule[])[],
  tree: ElementTree,
  id: string,
  forced?: ReadonlySet<string>,
): MatchedRule[] {
  const matched: MatchedRule[] = []
  const mentions: string[] = []
  const classes = new Set(tree.classes(id))
  const element: Names = {
    tag: tree.tag(id).toLowerCase(),
    id: tree.attribute(id, 'id'),
    classes,
    quirks: tree.quirks === true,
  }
  for (const [index, part] of parts.entries()) {
    const prepared = prepare(part)
    mentions.push(...prepared.layers)
    for (const entry of candidates(prepared, element)) {
      for (const each of matchList(entry, element, tree, id, forced)) matched.push({ ...each, part: index })
    }
  }
  const layers = layerOrder(mentions)
  for (const each of matched) if (each.layer !== '') each.layerRank = layers.indexOf(each.layer)
  const weight = ({ layerRank }: MatchedRule) => layerRank
  // The sort is stable: equal rules keep their order in the stylesheet.
  return matched.sort(
    (a, b) => compareNumbers(weight(a), weight(b)) || compareSpecificity(a.specificity, b.specificity),
  )
}

/** The names by which selectors refer to an element. */
interface Names {
  tag: string
  id: string | undefined
  classes: ReadonlySet<string>
  quirks: boolean
}

/** A rule with declarations, its selectors parsed. */
interface Entry {
  rule: Rule
  own: Rule
  around: readonly Rule[]
  nesting: readonly (readonly ComplexSelector[])[]
  selectors: readonly { selector: ComplexSelector; last: readonly SimpleSelector[] }[]
}

/** A stylesheet indexed by the names of its selectors' subjects. */
interface Prepared {
  entries: readonly Entry[]
  /** Entries by the name of a selector's subject: `.class`, `#id`, a tag, or `*` for none of these; lower case. */
  byName: ReadonlyMap<string, readonly number[]>
  /** The named cascade layers, in order. */
  layers: readonly string[]
}

/** Indexes by rule list: the rules of a reading never change, so an index stays valid. */
const known = new WeakMap<readonly Rule[], Prepared>()

function prepare(rules: readonly Rule[]): Prepared {
  const found = known.get(rules)
  if (found) return found
  const entries: Entry[] = []
  const byName = new Map<string, number[]>()
  for (const [rule, around] of walkRules(rules)) {
    const entry = readEntry(rule, around)
    if (!entry) continue
    for (const name of new Set(entry.selectors.map(({ last }) => subjectName(last)))) {
      const list = byName.get(name)
      if (list) list.push(entries.length)
      else byName.set(name, [entries.length])
    }
    entries.push(entry)
  }
  const made = { entries, byName, layers: layersOf(rules) }
  known.set(rules, made)
  return made
}

/** Parsed selectors by rule: a new list has the same objects for most rules that did not change. */
const parsedSelectors = new WeakMap<Rule, readonly ComplexSelector[] | undefined>()

function selectorsOf(rule: Rule): readonly ComplexSelector[] | undefined {
  if (!parsedSelectors.has(rule)) parsedSelectors.set(rule, parseSelectors(rule.prelude))
  return parsedSelectors.get(rule)
}

function readEntry(rule: Rule, around: readonly Rule[]): Entry | undefined {
  if (rule.kind !== 'style' && !isConditionalBody(rule, around)) return undefined
  if (around.some(({ name }) => name.endsWith('keyframes'))) return undefined
  const inner = around.findLastIndex(({ kind }) => kind === 'style')
  const own = rule.kind === 'style' ? rule : around[inner]
  const parsed = own && selectorsOf(own)
  if (!own || !parsed) return undefined
  const selectors = parsed.map((selector) => ({ selector, last: selector.parts.at(-1)?.compound ?? [] }))
  return { rule, own, around, nesting: nestingOf(rule.kind === 'style' ? around : around.slice(0, inner)), selectors }
}

/** The most specific name of a selector's subject. */
function subjectName(compound: readonly SimpleSelector[]): string {
  let name = '*'
  for (const simple of compound) {
    if (simple.kind === 'id') return `#${simple.name.toLowerCase()}`
    if (simple.kind === 'class') name = `.${simple.name.toLowerCase()}`
    else if (simple.kind === 'type' && name === '*') name = simple.name.toLowerCase()
  }
  return name
}

/** The entries whose subject an element can be, in their order. */
function candidates({ entries, byName }: Prepared, { tag, id, classes }: Names): Entry[] {
  const own = [...(id === undefined ? [] : [`#${id}`]), ...[...classes].map((name) => `.${name}`)]
  const names = ['*', tag, ...own.map((name) => name.toLowerCase())]
  const places = new Set(names.flatMap((name) => byName.get(name) ?? []))
  return [...places].sort((a, b) => a - b).flatMap((place) => entries[place] ?? [])
}

/** Whether an element can be the subject of a selector, only by its own names. It has no false negatives. */
function mayBe(compound: readonly SimpleSelector[], { tag, id, classes, quirks }: Names): boolean {
  return compound.every((simple) => {
    if (quirks && (simple.kind === 'class' || simple.kind === 'id')) return true
    if (simple.kind === 'class') return classes.has(simple.name)
    if (simple.kind === 'id') return simple.name === id
    return simple.kind !== 'type' || simple.name.toLowerCase() === tag
  })
}

const compareNumbers = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

function matchList(
  { rule, own, around, nesting, selectors }: Entry,
  element: Names,
  tree: ElementTree,
  id: string,
  forced: ReadonlySet<string> | undefined,
): MatchedRule[] {
  const byTarget = new Map<string, MatchedRule>()
  const parent = parentSpecificity(nesting)
  for (const { selector, last: names } of selectors) {
    if (!mayBe(names, element)) continue
    const states = matchSelectors(tree, id, [selector], nesting)
    if (states === undefined || (forced && !states.every((state) => forced.has(state)))) continue
    const specificity = specificityOf(selector, parent)
    const implied: Specificity = selector.relative && nesting.length > 0 ? sum(specificity, parent) : specificity
    const last = selector.parts.at(-1)?.compound.find(({ kind }) => kind === 'pseudo-element')
    const pseudoElement = last?.kind === 'pseudo-element' ? last.text : undefined
    const known = byTarget.get(pseudoElement ?? '')
    const isSimpler = !forced && known !== undefined && known.states.length < states.length
    if (known && (isSimpler || compareSpecificity(known.specificity, implied) >= 0)) continue
    byTarget.set(pseudoElement ?? '', {
      id: rule.id,
      selector: own.selector,
      specificity: implied,
      conditions: around
        .filter(({ kind }) => kind === 'at')
        .concat(rule.kind === 'at' ? [rule] : [])
        .map(({ selector: text }) => text),
      states,
      ...(pseudoElement === undefined ? {} : { pseudoElement }),
      layer: layerOf(around),
      layerRank: Number.POSITIVE_INFINITY,
      rule,
      around,
      part: 0,
      declarations: rule.declarations.filter(({ name }) => name !== ''),
    })
  }
  return [...byTarget.values()]
}

/** `@media` inside a style rule, with declarations of its own. */
const isConditionalBody = (rule: Rule, around: readonly Rule[]) =>
  rule.kind === 'at' && rule.declarations.some(({ name }) => name !== '') && around.some(({ kind }) => kind === 'style')

function nestingOf(around: readonly Rule[]): (readonly ComplexSelector[])[] {
  return around
    .filter(({ kind }) => kind === 'style')
    .map((rule) => selectorsOf(rule) ?? [])
    .reverse()
}

function parentSpecificity(nesting: readonly (readonly ComplexSelector[])[]): Specificity {
  const [parents, ...outer] = nesting
  if (!parents) return [0, 0, 0]
  const above = parentSpecificity(outer)
  return highest(
    parents.map((each) => {
      const own = specificityOf(each, above)
      return each.relative && outer.length > 0 ? sum(own, above) : own
    }),
  )
}

const sum = (one: Specificity, other: Specificity): Specificity => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
]

const layerName = (rule: Rule) =>
  rule.selector
    .replace(/^@layer\s*/i, '')
    .replace(/;$/, '')
    .trim()

/** The full name of a rule's layer: `base.type`. The name of an anonymous layer comes from its rule. */
export function layerOf(around: readonly Rule[]): string {
  return around
    .filter(({ name }) => name === 'layer')
    .map((rule) => layerName(rule) || `(${rule.id})`)
    .join('.')
}

/** The layers that rules name, each with its outer layers, in order. */
function layersOf(rules: readonly Rule[]): string[] {
  const mentioned = new Set<string>()
  for (const [rule, around] of walkRules(rules)) {
    if (rule.name !== 'layer') continue
    const outer = layerOf(around)
    for (const name of layerName(rule).split(',')) {
      const full = [outer, name.trim() || `(${rule.id})`].filter(Boolean).join('.')
      const segments = full.split('.')
      for (let depth = 1; depth <= segments.length; depth += 1) mentioned.add(segments.slice(0, depth).join('.'))
    }
  }
  return [...mentioned]
}

/** Layers from weakest to strongest: by first mention; a layer's own rules are stronger than its inner layers. */
function layerOrder(mentions: readonly string[]): string[] {
  const all = [...new Set(mentions)]
  const place = (name: string): number[] =>
    name.split('.').map((_, depth, segments) => all.indexOf(segments.slice(0, depth + 1).join('.')))
  return all.toSorted((a, b) => {
    const [one, other] = [place(a), place(b)]
    for (let depth = 0; depth < Math.max(one.length, other.length); depth += 1) {
      const difference = (one[depth] ?? Number.POSITIVE_INFINITY) - (other[depth] ?? Number.POSITIVE_INFINITY)
      if (difference !== 0) return difference
    }
    return 0
  })
}
