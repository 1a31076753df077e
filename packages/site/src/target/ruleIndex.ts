import { canonical } from '../css/normalize.ts'
import { type Rule, walkRules } from '../css/rules.ts'
import { splitSelectors } from '../css/splitSelectors.ts'
import { isKeyframes } from '../css/syntax.ts'
import { layerOf } from '../sheet/matchedRules.ts'
import { type WidthBound, widthBound } from './conditions.ts'

/** A rule with its place in a stylesheet. */
export interface PlacedRule {
  rule: Rule
  around: readonly Rule[]
  /**
   * The selector in its one spelling, with the selectors around it put in: `.card:hover` for `&:hover` in `.card`.
   * Undefined for a rule without one, and where no selector outside a nest means the same.
   */
  selector: string | undefined
  /** The at-rules around it that are no layers, outermost first, in their one spelling; its own if it has declarations. */
  conditions: readonly string[]
  layer: string
  /** Its place among all rules of the stylesheet, counted in the order in which they begin. */
  index: number
}

/** Declarations under one bound of the width. */
export interface WidthQuery {
  /** The at-rule in its one spelling. */
  condition: string
  /** As it is written first. */
  text: string
  bound: WidthBound
  declarations: number
}

/** A stylesheet by its selectors and ids. */
export interface RuleIndex {
  placed: readonly PlacedRule[]
  bySelector: ReadonlyMap<string, readonly PlacedRule[]>
  byId: ReadonlyMap<string, PlacedRule>
  /** The media queries of one width bound, by their one spelling. */
  widths: ReadonlyMap<string, WidthQuery>
}

/** Indexes by rule list: the rules of a reading never change, so an index stays valid. */
const known = new WeakMap<readonly Rule[], RuleIndex>()

export function indexRules(rules: readonly Rule[]): RuleIndex {
  const found = known.get(rules)
  if (found) return found
  const made = makeIndex(rules)
  known.set(rules, made)
  return made
}

function makeIndex(rules: readonly Rule[]): RuleIndex {
  const placed: PlacedRule[] = []
  const bySelector = new Map<string, PlacedRule[]>()
  const byId = new Map<string, PlacedRule>()
  const widths = new Map<string, WidthQuery>()
  const selectors = new Map<string, string | undefined>()
  for (const [rule, around] of walkRules(rules)) {
    const entry = placeRule(rule, around, placed.length, selectors)
    placed.push(entry)
    byId.set(rule.id, entry)
    countWidth(entry, widths)
    if (entry.selector === undefined) continue
    const same = bySelector.get(entry.selector)
    if (same) same.push(entry)
    else bySelector.set(entry.selector, [entry])
  }
  return { placed, bySelector, byId, widths }
}

function placeRule(
  rule: Rule,
  around: readonly Rule[],
  index: number,
  selectors: Map<string, string | undefined>,
): PlacedRule {
  const outer = around.findLast(({ kind }) => kind === 'style')
  const outerSelector = outer && selectors.get(outer.id)
  const isFrame = around.some(({ name }) => isKeyframes(name))
  let selector: string | undefined
  if (rule.kind === 'style' && !isFrame) {
    selector = outer ? nestSelector(outerSelector, rule.canonical) : rule.canonical
    selectors.set(rule.id, selector)
  } else if (rule.kind === 'at' && outer && !isFrame) selector = outerSelector
  const conditions = (rule.kind === 'at' ? [...around, rule] : around).filter(
    ({ kind, name }) => kind === 'at' && name !== 'layer',
  )
  const layered = rule.kind === 'at' && rule.name === 'layer' ? [...around, rule] : around
  return {
    rule,
    around,
    selector,
    conditions: conditions.map((each) => each.canonical),
    layer: layerOf(layered),
    index,
  }
}

/** A nested selector with the one around it put in; undefined where that could mean something else. */
function nestSelector(outer: string | undefined, inner: string): string | undefined {
  if (outer === undefined || spelled(outer).length > 1) return undefined
  const all = spelled(inner).map((each) => {
    const mentions = each.split('&').length - 1
    if (mentions === 0) return /^[>+~]/.test(each) ? `${outer}${each}` : `${outer} ${each}`
    if (mentions > 1 || !each.startsWith('&')) return undefined
    const rest = each.slice(1)
    return /^(?:$|[.:#[ >+~])/.test(rest) ? `${outer}${rest}` : undefined
  })
  return all.includes(undefined) ? undefined : all.join(',')
}

/** The selectors of a list, in their one spelling. */
const spelled = (list: string) => splitSelectors(list).map(canonical)

/** Counts the declarations of a rule whose only bound of the width is one of a media query of its own. */
function countWidth({ rule, around }: PlacedRule, widths: Map<string, WidthQuery>): void {
  const count = rule.declarations.filter(({ name }) => name !== '').length
  const medias = (rule.kind === 'at' ? [...around, rule] : around).filter(({ name }) => name === 'media')
  const [query, more] = medias
  if (!query) return
  const found = widths.get(query.canonical)
  if (found) {
    if (!more) found.declarations += count
    return
  }
  const bound = widthBound(query.canonical)
  if (!bound || more || around.some(({ name }) => isKeyframes(name))) return
  widths.set(query.canonical, { condition: query.canonical, text: query.selector, bound, declarations: count })
}
