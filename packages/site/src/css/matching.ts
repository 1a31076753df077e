import type { View } from '@atelier/documents'
import type { PageTree } from '../document/tree.ts'
import { cascadeRules } from '../sheet/cascade.ts'
import { elementsOf } from './elements.ts'
import { type ElementTree, matchSelectors } from './match.ts'
import { type Declaration, type Rule, walkRules } from './rules.ts'
import {
  type ComplexSelector,
  compareSpecificity,
  highest,
  parseSelectors,
  type Specificity,
  specificityOf,
} from './selector.ts'

/** A rule that applies to an element, or would under `conditions` and in `states`. */
export interface MatchedRule {
  id: string
  selector: string
  /** Of the selector of the list that matches, `&` resolved. */
  specificity: Specificity
  /** At-rules around it, outermost first: `@media (max-width: 768px)`, `@layer base`. */
  conditions: string[]
  /** `:hover` and the like that must be the case. */
  states: readonly string[]
  /** `::before` and the like, where the rule is about that and not about the element itself. */
  pseudoElement?: string
  /** The cascade layer; empty outside layers, which win over layers. */
  layer: string
  declarations: readonly Declaration[]
}

/** The rules that match one node of a page, weakest first: by layer, specificity, order. `!important` is not weighed. */
export function matchingRules(view: View, page: PageTree, nodeId: string): MatchedRule[] {
  return page.node(nodeId)?.kind === 'element' ? matchRules(cascadeRules(view, page), elementsOf(page), nodeId) : []
}

/** The same for rules and an element tree that were read before. */
export function matchRules(rules: readonly Rule[], tree: ElementTree, id: string): MatchedRule[] {
  const layers = layerOrder(rules)
  const matched: MatchedRule[] = []
  for (const [rule, around] of walkRules(rules)) {
    if (rule.kind !== 'style' && !isConditionalBody(rule, around)) continue
    if (around.some(({ name }) => name.endsWith('keyframes'))) continue
    const nesting = nestingOf(
      rule.kind === 'style'
        ? around
        : around.slice(
            0,
            around.findLastIndex(({ kind }) => kind === 'style'),
          ),
    )
    const own = rule.kind === 'style' ? rule : around.findLast(({ kind }) => kind === 'style')
    const selectors = own && parseSelectors(own.prelude)
    if (!own || !selectors) continue
    matched.push(...matchList(rule, own, selectors, nesting, around, tree, id))
  }
  const weight = ({ layer }: MatchedRule) => (layer === '' ? Number.POSITIVE_INFINITY : layers.indexOf(layer))
  // The sort is stable: what is equal keeps the order of the stylesheet.
  return matched.sort((a, b) => compare(weight(a), weight(b)) || compareSpecificity(a.specificity, b.specificity))
}

const compare = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

function matchList(
  rule: Rule,
  own: Rule,
  selectors: readonly ComplexSelector[],
  nesting: readonly (readonly ComplexSelector[])[],
  around: readonly Rule[],
  tree: ElementTree,
  id: string,
): MatchedRule[] {
  const byTarget = new Map<string, MatchedRule>()
  const parent = parentSpecificity(nesting)
  for (const selector of selectors) {
    const states = matchSelectors(tree, id, [selector], nesting)
    if (states === undefined) continue
    const specificity = specificityOf(selector, parent)
    const implied: Specificity = selector.relative && nesting.length > 0 ? sum(specificity, parent) : specificity
    const last = selector.parts.at(-1)?.compound.find(({ kind }) => kind === 'pseudo-element')
    const pseudoElement = last?.kind === 'pseudo-element' ? last.text : undefined
    const known = byTarget.get(pseudoElement ?? '')
    if (known && (known.states.length < states.length || compareSpecificity(known.specificity, implied) >= 0)) continue
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
    .map(({ prelude }) => parseSelectors(prelude) ?? [])
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

/** The full name of the layer that a rule stands in: `base.type`. An anonymous one is named by its rule. */
function layerOf(around: readonly Rule[]): string {
  return around
    .filter(({ name }) => name === 'layer')
    .map((rule) => layerName(rule) || `(${rule.id})`)
    .join('.')
}

/** Layers from the weakest to the strongest: by first mention; what a layer holds itself is stronger than its inner layers. */
function layerOrder(rules: readonly Rule[]): string[] {
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
  const all = [...mentioned]
  const place = (name: string): number[] =>
    name.split('.').map((_, depth, segments) => all.indexOf(segments.slice(0, depth + 1).join('.')))
  return all.sort((a, b) => {
    const [one, other] = [place(a), place(b)]
    for (let depth = 0; depth < Math.max(one.length, other.length); depth += 1) {
      const difference = (one[depth] ?? Number.POSITIVE_INFINITY) - (other[depth] ?? Number.POSITIVE_INFINITY)
      if (difference !== 0) return difference
    }
    return 0
  })
}
