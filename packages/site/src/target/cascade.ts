import type { View } from '@atelier/documents'
import { elementsOf } from '../css/elements.ts'
import { type Flow, HORIZONTAL, isOfAll, longhandsOf } from '../css/longhands.ts'
import { parseBlock } from '../css/parse.ts'
import { type Declaration, declaration, type Rule } from '../css/rules.ts'
import { compareSpecificity, type Specificity } from '../css/selector.ts'
import type { ElementTree } from '../css/selectorMatch.ts'
import { nodeAttribute, type PageNode, type PageTree } from '../document/tree.ts'
import { type MatchedRule, matchParts } from '../sheet/matchedRules.ts'
import { conditionHolds, type Surroundings, type Truth } from './conditions.ts'
import { type CascadeSheet, pageParts } from './pageParts.ts'
import { indexRules, type PlacedRule } from './ruleIndex.ts'
import type { StrongerReason, StyleSource } from './types.ts'

/** The states and the pseudo-element that a selector asks for. */
export interface ElementState {
  /** `:hover`, `:focus-visible`. */
  states: readonly string[]
  /** `::before`; empty for the element itself. */
  pseudoElement: string
}

export const PLAIN: ElementState = { states: [], pseudoElement: '' }

/** The weight of a declaration (CSS Cascade 5, 6.1). */
export interface Weight {
  important: boolean
  /** In the `style` attribute. */
  inline: boolean
  /** Infinity outside layers. */
  layerRank: number
  specificity: Specificity
  /** The stylesheet, among those of the page. */
  part: number
  /** The place of the rule in its stylesheet; between two rules for one that is not there yet. */
  index: number
}

/** A declaration of an element in the cascade. */
export interface Competitor extends Weight {
  declaration: Declaration
  /** Undefined for the `style` attribute. */
  match: MatchedRule | undefined
}

/** A page's rules, read once, to be asked about its elements. */
export interface PageCascade {
  readonly tree: PageTree
  readonly elements: ElementTree
  /** The stylesheets in cascade order. */
  readonly parts: readonly (readonly Rule[])[]
  /** The same as the page includes them. */
  readonly sheets: readonly CascadeSheet[]
  /** The rules that apply to an element in a state, at any width. */
  matches(nodeId: string, state: ElementState): readonly MatchedRule[]
  /** The rules that apply to an element in any state and at any width. */
  all(nodeId: string): readonly MatchedRule[]
  /** The declarations that apply to an element in a state and frame, by longhand, the strongest first. */
  declared(nodeId: string, state: ElementState, around: Surroundings): ReadonlyMap<string, readonly Competitor[]>
  /** How the text of an element runs in a frame. */
  flow(nodeId: string, around: Surroundings): Flow
  /** Where a rule stands. */
  placeOf(match: MatchedRule): PlacedRule | undefined
}

/** @param withClass a class that one element is taken to have besides its own */
export function readPageCascade(
  site: View,
  tree: PageTree,
  pageId?: string,
  withClass?: { nodeId: string; name: string },
): PageCascade {
  const sheets = pageParts(site, tree, pageId)
  const parts = sheets.map(({ rules }) => rules)
  const own = elementsOf(tree)
  const elements: ElementTree = withClass
    ? { ...own, classes: (id) => (id === withClass.nodeId ? [...own.classes(id), withClass.name] : own.classes(id)) }
    : own
  const matched = new Map<string, readonly MatchedRule[]>()
  const read: PageCascade = {
    tree,
    elements,
    parts,
    sheets,
    matches(nodeId, state) {
      const key = [nodeId, state.pseudoElement, ...state.states].join(' ')
      const found =
        matched.get(key) ??
        matchParts(parts, elements, nodeId, new Set(state.states)).filter(
          ({ pseudoElement = '' }) => pseudoName(pseudoElement) === pseudoName(state.pseudoElement),
        )
      matched.set(key, found)
      return found
    },
    all: (nodeId) => matchParts(parts, elements, nodeId),
    declared(nodeId, state, around) {
      const flow = read.flow(nodeId, around)
      return byLonghand(competitorsOf(read, nodeId, state, around), flow)
    },
    flow: (nodeId, around) => flowOf(read, nodeId, around),
    placeOf: ({ part, id }) => indexRules(parts[part] ?? []).byId.get(id),
  }
  return read
}

/** `:before` and `::before` are the same. */
const pseudoName = (text: string) => text.replace(/^::?/, '').toLowerCase()

/** Whether the conditions around a rule let it apply in a frame. */
export function holdsIn(conditions: readonly string[], around: Surroundings): Truth {
  let held: Truth = true
  for (const condition of conditions) {
    const truth = around.assumed?.has(condition) ? true : conditionHolds(condition, around)
    if (truth === false) return false
    if (truth === undefined) held = undefined
  }
  return held
}

/** Everything that is declared for an element in a frame, in no order. */
export function competitorsOf(
  cascade: PageCascade,
  nodeId: string,
  state: ElementState,
  around: Surroundings,
): Competitor[] {
  const found: Competitor[] = []
  for (const match of cascade.matches(nodeId, state)) {
    const placed = cascade.placeOf(match)
    if (holdsIn(placed?.conditions ?? match.conditions, around) !== true) continue
    const { layerRank, specificity, part } = match
    for (const each of match.declarations) {
      const weight = { inline: false, layerRank, specificity, part, index: placed?.index ?? 0 }
      found.push({ ...weight, important: each.important, declaration: each, match })
    }
  }
  const node = state.pseudoElement === '' ? nodeOf(cascade.tree, nodeId) : undefined
  for (const each of node ? inlineDeclarations(node) : []) {
    const weight = { inline: true, layerRank: Number.POSITIVE_INFINITY, specificity: NONE, part: 0, index: 0 }
    found.push({ ...weight, important: each.important, declaration: each, match: undefined })
  }
  return found
}

const NONE: Specificity = [0, 0, 0]

/** The node of an element's id, which for the html element can be that of the tree's own. */
export const nodeOf = (tree: PageTree, nodeId: string) => tree.node(nodeId) ?? tree.node(tree.html)

/** The declarations of an element's `style` attribute. */
export function inlineDeclarations(node: PageNode): Declaration[] {
  const text = nodeAttribute(node, 'style')
  if (text === undefined || text.trim() === '') return []
  return parseBlock(text).items.flatMap((item, index) =>
    item.kind === 'declaration'
      ? [declaration(String(index), String(index).padStart(6, '0'), '', item.text, false)]
      : [],
  )
}

function byLonghand(all: readonly Competitor[], flow: Flow): Map<string, Competitor[]> {
  const sorted = all.toSorted((a, b) => compareCompetitors(b, a))
  const ofAll = sorted.filter(({ declaration: { name } }) => name === 'all')
  const found = new Map<string, Competitor[]>()
  for (const each of sorted) {
    if (each.declaration.name === 'all') continue
    for (const longhand of longhandsOf(each.declaration.name, flow)) {
      const list = found.get(longhand)
      // Two declarations of one property in a rule count once each; a shorthand that names a longhand twice does not.
      if (!list) found.set(longhand, [each])
      else if (list.at(-1) !== each) list.push(each)
    }
  }
  if (ofAll.length === 0) return found
  for (const [longhand, list] of found) {
    if (isOfAll(longhand))
      found.set(
        longhand,
        [...list, ...ofAll].sort((a, b) => compareCompetitors(b, a)),
      )
  }
  found.set('all', ofAll)
  return found
}

/** Positive if the first one wins over the other. */
export function compareWeights(one: Weight, other: Weight): number {
  if (one.important !== other.important) return one.important ? 1 : -1
  if (one.inline !== other.inline) return one.inline ? 1 : -1
  // The first of the layers is the strongest for important declarations.
  const layers = one.layerRank === other.layerRank ? 0 : one.layerRank > other.layerRank ? 1 : -1
  return (
    (one.important ? -layers : layers) ||
    compareSpecificity(one.specificity, other.specificity) ||
    one.part - other.part ||
    one.index - other.index
  )
}

/** The first thing that decides between two declarations. */
export function reasonOf(winner: Weight, loser: Weight): StrongerReason {
  if (winner.important !== loser.important) return 'important'
  if (winner.inline !== loser.inline) return 'style'
  if (winner.layerRank !== loser.layerRank) return 'layer'
  return compareSpecificity(winner.specificity, loser.specificity) !== 0 ? 'specificity' : 'order'
}

/** The same for declarations in rules, also within one rule and in rules nested in one another. */
export function compareCompetitors(one: Competitor, other: Competitor): number {
  const [a, b] = [one.match, other.match]
  if (!a || !b || a.part !== b.part || a.rule === b.rule) {
    return compareWeights(one, other) || compareText(one.declaration.at, other.declaration.at) || byId(one, other)
  }
  const order = nestedOrder(one, b) ?? -(nestedOrder(other, a) ?? 0)
  return order === 0 ? compareWeights(one, other) : compareWeights({ ...one, index: order }, { ...other, index: 0 })
}

const byId = (one: Competitor, other: Competitor) => compareText(one.declaration.id, other.declaration.id)
const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** A declaration behind a rule nested in the same block comes after that rule (CSS Nesting 1, 4.2). */
function nestedOrder(outer: Competitor, { around, rule }: MatchedRule): number | undefined {
  const depth = around.findIndex(({ id }) => id === outer.match?.id)
  if (depth < 0) return undefined
  const inner = around[depth + 1] ?? rule
  return compareText(outer.declaration.at, inner.at) || -1
}

function flowOf(cascade: PageCascade, nodeId: string, around: Surroundings): Flow {
  let { writingMode, direction } = HORIZONTAL
  let hasMode = false
  let hasDirection = false
  let id: string | undefined = nodeId
  while (id !== undefined && !(hasMode && hasDirection)) {
    if (!hasMode) {
      const value = flowValue(cascade, id, 'writing-mode', around)
      if (value !== undefined) [hasMode, writingMode] = [true, value]
    }
    if (!hasDirection) {
      const dir = cascade.elements.attribute(id, 'dir')?.toLowerCase()
      const value = flowValue(cascade, id, 'direction', around) ?? (dir === 'rtl' || dir === 'ltr' ? dir : undefined)
      if (value !== undefined) [hasDirection, direction] = [true, value]
    }
    id = cascade.elements.parent(id)
  }
  return { writingMode, direction }
}

/** An element's own declaration of its text's direction; undefined if it inherits that. */
function flowValue(cascade: PageCascade, id: string, property: string, around: Surroundings): string | undefined {
  // `all` does not set `direction`.
  const isOf = (name: string) => name === property || (name === 'all' && property === 'writing-mode')
  const node = nodeOf(cascade.tree, id)
  const inline = (node && nodeAttribute(node, 'style')) ?? ''
  const isDeclared =
    inline.includes(property) ||
    inline.includes('all') ||
    cascade.matches(id, PLAIN).some(({ declarations }) => declarations.some(({ name }) => isOf(name)))
  if (!isDeclared) return undefined
  const all = competitorsOf(cascade, id, PLAIN, around).filter(({ declaration: { name } }) => isOf(name))
  const value = all.toSorted((a, b) => compareCompetitors(b, a))[0]?.declaration.value.toLowerCase()
  if (value === 'initial') return property === 'direction' ? HORIZONTAL.direction : HORIZONTAL.writingMode
  return value !== undefined && /^(?:inherit|unset|revert|revert-layer)$/.test(value) ? undefined : value
}

/** The declaration of a competitor with the rule, the stylesheet and the layer that it is in. */
export function sourceOf(cascade: PageCascade, competitor: Competitor, nodeId: string): StyleSource {
  const { match, declaration: each } = competitor
  const shared = { nodeId, property: each.name, value: each.value, important: each.important }
  if (!match) return { ...shared, selector: 'style', conditions: [], state: '', sheet: '', layer: '' }
  const { rule, selector, conditions, states, pseudoElement = '', layer, part } = match
  const source = {
    ...shared,
    selector,
    conditions,
    state: [...states, pseudoElement].join(''),
    sheet: rule.sheet,
    layer,
  }
  const { made, file } = cascade.sheets[part] ?? {}
  if (made) return file === undefined ? { ...source, made } : { ...source, made, file }
  return { ...source, ruleId: rule.id, declarationId: each.id }
}
