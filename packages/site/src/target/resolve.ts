import type { View } from '@atelier/documents'
import { canonical } from '../css/normalize.ts'
import { parseSelectors } from '../css/selector.ts'
import { holdsToken } from '../document/tokenText.ts'
import type { PageTree } from '../document/tree.ts'
import { type ElementState, holdsIn, type PageCascade, PLAIN, readPageCascade } from './cascade.ts'
import { matchState, selectorChoices } from './choices.ts'
import { conditionHolds, type Surroundings } from './conditions.ts'
import { indexRules, type PlacedRule } from './ruleIndex.ts'
import type { StyleTarget, TargetRefusal, TargetScope, TargetWish } from './types.ts'
import { refuseNode } from './unstyled.ts'
import {
  belowQuery,
  type FramePlace,
  framePlace,
  frameQueries,
  frameWidths,
  type WidthConvention,
  widthConvention,
} from './widths.ts'

export type ResolvedTarget = { found: TargetPlace; refused?: undefined } | { found?: undefined; refused: TargetRefusal }

/** A target with what was read to find it. */
export interface TargetPlace {
  target: StyleTarget
  cascade: PageCascade
  convention: WidthConvention
  frame: FramePlace
  /** The selector with the state, in its one spelling. */
  selector: string
  state: ElementState
  /** The facts of the active frame. */
  around: Surroundings
  /** The rule that is edited. */
  rule: PlacedRule | undefined
  /** The index of the stylesheet in the cascade. */
  part: number
  /** The last rule of the selector at any width, else of the selector without its state. */
  own: PlacedRule | undefined
}

/**
 * Where a style of an element is written: the rule that is edited or made, under which conditions, and in which other
 * frames it shows. Nothing is written.
 * @param pageId includes the rules that only this page has
 */
export function resolveTarget(
  site: View,
  tree: PageTree,
  nodeId: string,
  wish: TargetWish = {},
  pageId?: string,
): { target: StyleTarget; refused?: undefined } | { target?: undefined; refused: TargetRefusal } {
  const { found, refused } = findTarget(site, tree, nodeId, wish, pageId)
  return found ? { target: found.target } : { refused }
}

const refuseTarget = (error: string, hint: string): { refused: TargetRefusal } => ({ refused: { error, hint } })

/** The same with what was read. */
export function findTarget(
  site: View,
  tree: PageTree,
  nodeId: string,
  wish: TargetWish,
  pageId?: string,
): ResolvedTarget {
  const node = tree.node(nodeId)
  if (node?.kind !== 'element') return refuseTarget('Text has no style of its own.', 'Choose the element around it.')
  const unstyled = refuseNode(node)
  if (unstyled) return { refused: unstyled }
  let cascade = readPageCascade(site, tree, pageId)
  const convention = widthConvention(cascade.parts)
  const frames = frameWidths(site)
  const frame = framePlace(frames, convention.kind, wish.width)
  if (wish.attribute) return ofAttribute(cascade, nodeId, wish, convention, frame, frames)
  if (wish.ruleId !== undefined) return ofRule(cascade, nodeId, wish.ruleId, convention, frame, frames)

  const plain = (wish.selector ?? selectorChoices(cascade, node)[0]?.selector ?? node.tag).trim()
  const selector = `${plain}${wish.state?.trim() ?? ''}`
  const parsed = parseSelectors(selector)
  if (!parsed || selector.startsWith('@')) {
    return refuseTarget(
      `\`${selector.slice(0, 100)}\` is not a selector.`,
      'Such as .card, with a state such as :hover.',
    )
  }
  const filled = parsed
    .flatMap(({ parts }) => parts.flatMap(({ compound }) => compound))
    .find((simple) => simple.kind === 'class' && holdsToken(simple.name))
  if (filled) {
    return refuseTarget(
      `\`${plain}\` names a class that is filled in when the page is composed, so no rule of it matches anything.`,
      'Choose a class that it can become, or another class of the element.',
    )
  }
  if (parsed.length > 1 && wish.state) {
    return refuseTarget('A list of selectors takes no state.', 'Name one selector of the list.')
  }
  let state = matchState(cascade, nodeId, selector)
  let addsClass: string | undefined
  if (!state) {
    addsClass = bareClassOf(plain)
    if (addsClass === undefined) {
      return refuseTarget(`\`${plain}\` does not match this element.`, 'Choose a class of it, its tag, or a new class.')
    }
    cascade = readPageCascade(site, tree, pageId, { nodeId, name: addsClass })
    state = matchState(cascade, nodeId, selector)
  }
  if (!state) return refuseTarget(`\`${selector}\` does not match this element.`, 'Name a state such as :hover.')

  const wanted = canonical(selector)
  const chosen = chooseConditions(cascade, wish, convention, frame, wanted)
  if (chosen.refused) return chosen
  const { scope, conditions, layer } = chosen.found
  const around = surroundings(frame.width, conditions)
  const rule = ruleFor(cascade, nodeId, wanted, conditions, layer)
  const own = rule ?? ownRule(cascade, wanted, conditions) ?? ownRule(cascade, canonical(plain), conditions)
  const part = own ? own.part : homeOf(cascade, '')
  const target: StyleTarget = {
    nodeId,
    selector: plain,
    state: wish.state?.trim() ?? '',
    scope,
    conditions,
    layer: rule?.placed.layer ?? layer ?? own?.placed.layer ?? '',
    sheet: cascade.sheets[part]?.sheet ?? '',
    ...(rule ? { rule: { ruleId: rule.placed.rule.id } } : {}),
    ...(addsClass === undefined ? {} : { addsClass }),
    changes: otherFrames(frames, frame.width, conditions, around),
  }
  const below = frame.isBase && convention.kind === 'min' ? frame.away : undefined
  if (below !== undefined) target.below = below
  const found = { cascade, convention, frame, selector: wanted, state, around, part }
  return { found: { ...found, target, rule: rule?.placed, own: own?.placed } }
}

/** A rule with the index of its stylesheet in the cascade. */
interface FoundRule {
  placed: PlacedRule
  part: number
}

function ofRule(
  cascade: PageCascade,
  nodeId: string,
  ruleId: string,
  convention: WidthConvention,
  frame: FramePlace,
  frames: readonly number[],
): ResolvedTarget {
  const part = cascade.sheets.findLastIndex(({ rules, made }) => !made && indexRules(rules).byId.has(ruleId))
  const placed = indexRules(cascade.parts[part] ?? []).byId.get(ruleId)
  const match = cascade.all(nodeId).find(({ id }) => id === ruleId)
  if (!placed || !match) {
    return refuseTarget(
      'This rule is not there, or does not match this element.',
      'getNodeStyles lists the rules of a node.',
    )
  }
  const conditions = conditionTexts(placed)
  const { states, pseudoElement = '' } = match
  const around = surroundings(frame.width, conditions)
  const target: StyleTarget = {
    nodeId,
    selector: match.selector,
    state: '',
    scope: conditions.length === 0 ? 'base' : 'chosen',
    conditions,
    layer: placed.layer,
    sheet: cascade.sheets[part]?.sheet ?? '',
    rule: { ruleId },
    changes: otherFrames(frames, frame.width, conditions, around),
  }
  const state = { states, pseudoElement }
  const selector = placed.selector ?? canonical(match.selector)
  return { found: { target, cascade, convention, frame, selector, state, around, rule: placed, part, own: placed } }
}

function ofAttribute(
  cascade: PageCascade,
  nodeId: string,
  wish: TargetWish,
  convention: WidthConvention,
  frame: FramePlace,
  frames: readonly number[],
): ResolvedTarget {
  const isNarrowed = wish.onlyBelow || (wish.conditions?.length ?? 0) > 0
  if (isNarrowed || wish.state?.trim()) {
    return refuseTarget('A style attribute has no state and no conditions.', 'Choose a selector for those.')
  }
  const around = surroundings(frame.width, [])
  const target: StyleTarget = {
    nodeId,
    selector: 'style',
    state: '',
    scope: 'base',
    conditions: [],
    layer: '',
    sheet: '',
    attribute: true,
    changes: otherFrames(frames, frame.width, [], around),
  }
  const found = { target, cascade, convention, frame, selector: 'style', state: PLAIN, around, part: 0 }
  return { found: { ...found, rule: undefined, own: undefined } }
}

/** The conditions around a rule without layers, as they are written. */
const conditionTexts = ({ rule, around }: PlacedRule) =>
  (rule.kind === 'at' ? [...around, rule] : around).flatMap(({ kind, name, selector }) =>
    kind === 'at' && name !== 'layer' ? [selector] : [],
  )

/** The name of the class that a selector consists of; undefined if there is more to it. */
function bareClassOf(selector: string): string | undefined {
  const [parsed, more] = parseSelectors(selector) ?? []
  const [part, further] = parsed?.parts ?? []
  const [simple, another] = part?.compound ?? []
  return !more && !further && !another && simple?.kind === 'class' ? simple.name : undefined
}

interface Chosen {
  scope: TargetScope
  conditions: string[]
  /** Undefined where the layer follows the selector's own last rule. */
  layer: string | undefined
}

function chooseConditions(
  cascade: PageCascade,
  wish: TargetWish,
  convention: WidthConvention,
  frame: FramePlace,
  selector: string,
): { found: Chosen; refused?: undefined } | { found?: undefined; refused: TargetRefusal } {
  if (wish.conditions) {
    const wrong = wish.conditions.find(
      (each) => !/^@(?:media|container|supports|layer|scope|starting-style)\b/i.test(each),
    )
    if (wrong !== undefined || wish.conditions.some((each) => /[{};]/.test(each))) {
      return refuseTarget(
        `\`${wrong ?? wish.conditions.join(' ')}\` is no condition.`,
        'Such as @media (min-width: 48rem).',
      )
    }
    const isLayer = (text: string) => /^@layer\b/i.test(text)
    const layers = wish.conditions.filter(isLayer).map((text) => text.replace(/^@layer\s*/i, '').trim())
    const conditions = wish.conditions.filter((text) => !isLayer(text))
    return { found: { scope: 'chosen', conditions, layer: wish.conditions.length > 0 ? layers.join('.') : undefined } }
  }
  if (wish.onlyBelow && frame.isBase) {
    const query = belowQuery(convention, frame)
    if (query === undefined) {
      return refuseTarget(
        'Nothing lies below the base of a desktop-first site.',
        'Leave onlyBelow out, or name a width.',
      )
    }
    return { found: { scope: 'below', conditions: [query], layer: undefined } }
  }
  if (frame.isBase) return { found: { scope: 'base', conditions: [], layer: undefined } }
  const queries = frameQueries(convention, frame)
  const has = (query: string) =>
    rulesOf(cascade, selector).some(({ placed }) => equalPreludes(placed.conditions, [query]))
  const query = queries.find(has) ?? queries[0]
  return { found: { scope: 'width', conditions: query === undefined ? [] : [query], layer: undefined } }
}

const equalPreludes = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((each, index) => each === canonical(other[index] ?? ''))

/** The rules of a selector that are edited as rules. */
const rulesOf = ({ sheets }: PageCascade, selector: string): FoundRule[] =>
  sheets.flatMap(({ rules, made }, part) => {
    const same = made ? [] : (indexRules(rules).bySelector.get(selector) ?? [])
    return same.map((placed) => ({ placed, part }))
  })

/** The last rule of a selector under some conditions: of several layers the one in the strongest. */
function ruleFor(
  cascade: PageCascade,
  nodeId: string,
  selector: string,
  conditions: readonly string[],
  layer: string | undefined,
): FoundRule | undefined {
  const same = rulesOf(cascade, selector).filter(
    ({ placed }) => equalPreludes(placed.conditions, conditions) && (layer === undefined || placed.layer === layer),
  )
  if (same.length < 2) return same[0]
  const ranks = new Map(cascade.all(nodeId).map(({ id, layerRank }) => [id, layerRank]))
  const rank = ({ placed: { layer: name, rule } }: FoundRule) =>
    name === '' ? Number.POSITIVE_INFINITY : (ranks.get(rule.id) ?? -1)
  return same.reduce((best, each) => (rank(each) >= rank(best) ? each : best))
}

/** The last rule of a selector in a stylesheet that a rule under these conditions can be added to. */
function ownRule(cascade: PageCascade, selector: string, conditions: readonly string[]): FoundRule | undefined {
  return rulesOf(cascade, selector).findLast(({ part }) => {
    const included = (cascade.sheets[part]?.conditions ?? []).filter((each) => !/^@layer\b/i.test(each))
    return included.every((each, index) => canonical(each) === canonical(conditions[index] ?? ''))
  })
}

/** The index of a stylesheet in the cascade; the last one if a page includes it twice. */
const homeOf = ({ sheets }: PageCascade, sheet: string) =>
  sheets.findLastIndex((each) => each.sheet === sheet && !each.made)

/** A condition that a frame's width does not decide is taken to hold, since it was chosen. */
function surroundings(width: number, conditions: readonly string[]): Surroundings {
  const open = conditions.filter((each) => conditionHolds(each, { width }) === undefined).map(canonical)
  return open.length > 0 ? { width, assumed: new Set(open) } : { width }
}

const otherFrames = (frames: readonly number[], active: number, conditions: readonly string[], around: Surroundings) =>
  frames.filter((width) => width !== active && holdsIn(conditions.map(canonical), { ...around, width }) !== false)
