import { type Flow, longhandsOf } from '../css/longhands.ts'
import { canonical } from '../css/normalize.ts'
import type { Declaration, Rule } from '../css/rules.ts'
import { compareSpecificity, parseSelectors, type Specificity, specificityOf } from '../css/selector.ts'
import { groupingAtRules } from '../css/syntax.ts'
import { layerOf } from '../sheet/matchedRules.ts'
import { holdsIn } from './cascade.ts'
import type { TargetPlace } from './resolve.ts'
import { indexRules } from './ruleIndex.ts'
import { reachOf } from './widths.ts'

/** A gap in a stylesheet that a new rule goes into. */
export interface Gap {
  /** The rule whose block it is in; undefined at the top. */
  parent: Rule | undefined
  siblings: readonly Rule[]
  /** The index among the siblings. */
  index: number
  /** The at-rules that are written around the new rule, outermost first. */
  wrap: readonly string[]
  /** The number of rules of the stylesheet that begin before it. */
  position: number
}

/** The rules that a new one must follow, and precede. */
interface Bounds {
  behind: number
  before: number
}

/** The specificity of the new rule. */
export function targetSpecificity(selector: string): Specificity {
  return (parseSelectors(selector) ?? []).reduce<Specificity>(
    (best, each) => {
      const own = specificityOf(each)
      return compareSpecificity(own, best) > 0 ? own : best
    },
    [0, 0, 0],
  )
}

/**
 * The gap for a new rule in its target's stylesheet and layer: behind every rule of equal specificity that applies in
 * the frame and sets an overlapping longhand, before those under a narrower query of the convention. In an existing
 * block of its query, else in a new one; at the end of the stylesheet where nothing fits.
 * @param longhands what the new rule sets
 */
export function findGap(place: TargetPlace, longhands: ReadonlySet<string>): Gap {
  const gaps = gapsOf(place)
  const bounds = boundsOf(place, longhands)
  const fits = ({ position }: Gap) => position > bounds.behind && position <= bounds.before
  const anchor = anchorOf(place)
  const behindOwn = (gap: Gap) => fits(gap) && gap.position > anchor
  const inBlock = ({ wrap }: Gap) => wrap.length === 0
  const fitting = gaps.filter(fits)
  if (place.target.conditions.length > 0) {
    const block = firstBlock(gaps.filter((gap) => inBlock(gap) && behindOwn(gap)))
    if (block) return block
    const fresh = beforeNarrower(
      place,
      gaps.filter((gap) => !inBlock(gap) && behindOwn(gap)),
    )
    if (fresh) return fresh
    const any = firstBlock(fitting.filter(inBlock)) ?? beforeNarrower(place, fitting)
    if (any) return any
  } else {
    const own = anchor < 0 ? undefined : gaps.find((gap) => inBlock(gap) && behindOwn(gap))
    const gap = own ?? beforeQueries(place, fitting.filter(inBlock)) ?? beforeQueries(place, fitting)
    if (gap) return gap
  }
  return endOf(gaps)
}

/** The last gap, in a block that needs nothing around the rule if there is one at the end. */
function endOf(gaps: readonly Gap[]): Gap {
  const last = gaps.at(-1)
  if (last) return last
  return { parent: undefined, siblings: [], index: 0, wrap: [], position: 0 }
}

/** The end of the first block that has a gap which fits. */
function firstBlock(gaps: readonly Gap[]): Gap | undefined {
  const [first] = gaps
  return gaps.findLast((gap) => gap.parent === first?.parent)
}

/** A new block is before the first one of a narrower query, comments in front of that included, else at the end. */
function beforeNarrower(place: TargetPlace, gaps: readonly Gap[]): Gap | undefined {
  const own = reachOf(place.target.conditions.at(-1) ?? '', place.convention.kind)
  const innermost = Math.min(...gaps.map(({ wrap }) => wrap.length))
  const home = gaps.findLast(({ wrap }) => wrap.length === innermost)
  const all = gaps.filter(({ parent, wrap }) => parent === home?.parent && wrap.length === innermost)
  const narrower =
    own === undefined
      ? undefined
      : all.find(
          ({ siblings, index }) => (reachOf(blockCondition(siblings[index]), place.convention.kind) ?? own) > own,
        )
  return narrower ? beforeComments(narrower, all) : all.at(-1)
}

/** A rule for all widths is before the media queries at the end of the stylesheet. */
function beforeQueries({ convention }: TargetPlace, gaps: readonly Gap[]): Gap | undefined {
  const home = gaps.at(-1)
  const all = gaps.filter(({ parent }) => parent === home?.parent)
  let gap = all.at(-1)
  while (gap) {
    const { siblings, index } = gap
    const previous = siblings[index - 1]
    if (previous?.kind !== 'comment' && reachOf(blockCondition(previous), convention.kind) === undefined) break
    const next = all.find((each) => each.index === index - 1)
    if (!next) break
    gap = next
  }
  // Comments at the end that no query follows belong to the part before them.
  while (gap && gap.siblings[gap.index]?.kind === 'comment' && !isBeforeQuery(gap, convention.kind)) {
    const { index } = gap
    const next = all.find((each) => each.index === index + 1)
    if (!next) break
    gap = next
  }
  return gap
}

function isBeforeQuery({ siblings, index }: Gap, kind: 'min' | 'max'): boolean {
  const next = siblings.slice(index).find((each) => each.kind !== 'comment')
  return reachOf(blockCondition(next), kind) !== undefined
}

const blockCondition = (rule: Rule | undefined) => (rule?.kind === 'at' ? rule.canonical : '')

function beforeComments(gap: Gap, all: readonly Gap[]): Gap {
  let found = gap
  for (;;) {
    const { siblings, index } = found
    const previous = siblings[index - 1]
    const next =
      previous?.kind === 'comment' && previous.before.includes('\n')
        ? all.find((each) => each.index === index - 1)
        : undefined
    if (!next) return found
    found = next
  }
}

/** The gaps of the target's stylesheet in which a rule of its layer and conditions can stand, in order. */
function gapsOf({ cascade, target, part }: TargetPlace): Gap[] {
  const rules = cascade.parts[part] ?? []
  const { byId, placed } = indexRules(rules)
  const wrappers = cascade.sheets[part]?.conditions.length ?? 0
  const wanted = target.conditions.map(canonical)
  const gaps: Gap[] = []
  const visit = (siblings: readonly Rule[], parent: Rule | undefined, around: readonly Rule[]) => {
    const isWrapper = around.length < wrappers
    const wrap = isWrapper ? undefined : missing(around, wanted, target.layer, target.conditions)
    const first = siblings.findLastIndex(isHead) + 1
    for (const [index, rule] of siblings.entries()) {
      const position = byId.get(rule.id)?.index ?? 0
      if (wrap && index >= first) gaps.push({ parent, siblings, index, wrap, position })
      const isGroup = rule.kind === 'at' && groupingAtRules.has(rule.name)
      if (isGroup) visit(rule.rules, around.length + 1 <= wrappers ? undefined : rule, [...around, rule])
    }
    if (!wrap) return
    const last = lastInside(siblings)
    const position = last
      ? (byId.get(last.id)?.index ?? 0) + 1
      : parent
        ? (byId.get(parent.id)?.index ?? 0) + 1
        : placed.length
    gaps.push({ parent, siblings, index: siblings.length, wrap, position })
  }
  visit(rules, undefined, [])
  return gaps.sort((a, b) => a.position - b.position || depthOf(b) - depthOf(a))
}

/** If two gaps have one position, the end of a block comes before the gap behind it. */
const depthOf = ({ wrap }: Gap) => -wrap.length

const isHead = ({ name, kind }: Rule) =>
  kind === 'statement' && (name === 'import' || name === 'charset' || name === 'namespace')

function lastInside(siblings: readonly Rule[]): Rule | undefined {
  const last = siblings.at(-1)
  return last && (lastInside(last.rules) ?? last)
}

/** The blocks to write around a rule in a block, for its layer and conditions; undefined if it cannot be there. */
function missing(
  around: readonly Rule[],
  wanted: readonly string[],
  layer: string,
  texts: readonly string[],
): string[] | undefined {
  const conditions = around.filter(({ name }) => name !== 'layer').map((each) => each.canonical)
  if (!conditions.every((each, index) => each === wanted[index])) return undefined
  const rest = texts.slice(conditions.length)
  const here = layerOf(around)
  if (here === layer) return [...rest]
  if (layer.includes('(') || !(here === '' || layer.startsWith(`${here}.`))) return undefined
  return [`@layer ${here === '' ? layer : layer.slice(here.length + 1)}`, ...rest]
}

function boundsOf(place: TargetPlace, longhands: ReadonlySet<string>): Bounds {
  const { cascade, target, state, around, part, selector, convention } = place
  const specificity = targetSpecificity(selector)
  const flow = cascade.flow(target.nodeId, around)
  const own = reachOf(target.conditions.at(-1) ?? '', convention.kind)
  const bounds: Bounds = { behind: -1, before: Number.POSITIVE_INFINITY }
  for (const match of cascade.matches(target.nodeId, state)) {
    const isRival = match.part === part && match.layer === target.layer
    if (!isRival || compareSpecificity(match.specificity, specificity) !== 0) continue
    const placed = cascade.placeOf(match)
    if (!placed || !setsAny(match.declarations, longhands, flow)) continue
    const reach = Math.max(
      ...placed.conditions.map((each) => reachOf(each, convention.kind) ?? Number.NEGATIVE_INFINITY),
    )
    if (isNarrower(reach, own, target.scope)) bounds.before = Math.min(bounds.before, placed.index)
    else if (holdsIn(placed.conditions, around) === true) bounds.behind = Math.max(bounds.behind, placed.index)
  }
  return bounds
}

const setsAny = (declarations: readonly Declaration[], longhands: ReadonlySet<string>, flow: Flow) =>
  declarations.some(({ name }) => name === 'all' || longhandsOf(name, flow).some((longhand) => longhands.has(longhand)))

/** Whether a query reaches less far than the target's own. A rule without one reaches everywhere. */
function isNarrower(reach: number, own: number | undefined, scope: string): boolean {
  if (!Number.isFinite(reach)) return false
  return own === undefined ? scope === 'base' : reach > own
}

/** The place of the last rule of the same selector that this one is to overrule: for all widths, or for more of them. */
function anchorOf({ cascade, convention, own, part, selector, target }: TargetPlace): number {
  const reach = reachOf(target.conditions.at(-1) ?? '', convention.kind)
  const { bySelector } = indexRules(cascade.parts[part] ?? [])
  let anchor = own && own.conditions.length === 0 ? own.index : -1
  for (const { conditions, layer, index } of bySelector.get(selector) ?? []) {
    const theirs = reachOf(conditions.at(-1) ?? '', convention.kind)
    const isWider = conditions.length === 0 || (reach !== undefined && theirs !== undefined && theirs < reach)
    if (isWider && layer === target.layer) anchor = Math.max(anchor, index)
  }
  return anchor
}
