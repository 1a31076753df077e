import { longhandsOf } from '../css/longhands.ts'
import type { Declaration } from '../css/rules.ts'
import {
  type Competitor,
  compareCompetitors,
  compareWeights,
  inlineDeclarations,
  nodeOf,
  reasonOf,
  sourceOf,
  type Weight,
} from './cascade.ts'
import type { Surroundings } from './conditions.ts'
import { findGap, type Gap, targetSpecificity } from './place.ts'
import type { TargetPlace } from './resolve.ts'
import type { StrongerReason, StrongerRule } from './types.ts'

/** The effect of a declaration once it is in its target. */
export interface Outlook {
  /** The declarations that win over it in the frame one works in, by what decides; none if it shows whole. */
  stronger: StrongerRule[]
  /** The widths of the other frames in which it wins for at least one longhand. */
  changes: number[]
}

/** The effect of a property that is written to a target: in the rule that is edited, or in a new one in a gap. */
export function outlookOf(place: TargetPlace, property: string, gap: Gap | undefined): Outlook {
  const { target, around } = place
  const changes = target.changes.filter((width) => {
    const { longhands, stronger } = rivalsIn(place, property, gap, { ...around, width })
    return stronger.size < longhands.length
  })
  const { stronger } = rivalsIn(place, property, gap, around)
  const found = new Map<Competitor, StrongerRule>()
  const weight = targetWeight(place, property, gap)
  for (const [longhand, rival] of stronger) {
    const known = found.get(rival)
    const longhands = [...(known?.longhands ?? []), longhand]
    found.set(rival, { ...sourceOf(place.cascade, rival, target.nodeId), reason: reasonOf(rival, weight), longhands })
  }
  return { stronger: [...found.values()], changes }
}

/**
 * Why each longhand's winner would win over a value of that longhand which is written to the target; nothing for the
 * longhands whose value would show.
 * @param declared what is declared for the element in the target's state and frame
 */
export function rivalReasons(
  place: TargetPlace,
  declared: ReadonlyMap<string, readonly Competitor[]>,
): Map<string, StrongerReason> {
  const reasons = new Map<string, StrongerReason>()
  const isNew = !place.rule && !place.target.attribute
  const tied = new Map<string, Competitor>()
  // A new rule is behind its equals if it can be: its position matters only for them, so it is found once.
  const behind = targetWeight(place, '', undefined, Number.POSITIVE_INFINITY)
  for (const [longhand, competitors] of declared) {
    const [winner] = competitors
    if (!winner) continue
    if (!isNew) {
      const rival = rivalOf(place, longhand, competitors, undefined)
      if (rival) reasons.set(longhand, reasonOf(rival, targetWeight(place, longhand, undefined)))
    } else if (compareWeights(winner, behind) > 0) reasons.set(longhand, reasonOf(winner, behind))
    else if (reasonOf(winner, behind) === 'order' && winner.part === behind.part) tied.set(longhand, winner)
  }
  if (tied.size === 0) return reasons
  const weight = targetWeight(place, '', findGap(place, new Set(tied.keys())))
  for (const [longhand, winner] of tied) if (compareWeights(winner, weight) > 0) reasons.set(longhand, 'order')
  return reasons
}

/** The winner over a longhand of a property that is written to the target; undefined if the property wins. */
function rivalOf(
  place: TargetPlace,
  property: string,
  competitors: readonly Competitor[],
  gap: Gap | undefined,
): Competitor | undefined {
  const { rule, target } = place
  // Within its own rule the property moves behind whatever it overlaps, but for what is important.
  const winner = competitors.find(({ match, declaration }) => {
    const isOwn = target.attribute ? match === undefined : rule !== undefined && match?.id === rule.rule.id
    return !isOwn || (declaration.important && declaration.name !== property)
  })
  if (!winner) return undefined
  const own = ownCompetitor(place, property)
  const wins = own
    ? compareCompetitors(winner, own) > 0
    : compareWeights(winner, targetWeight(place, property, gap)) > 0
  return wins ? winner : undefined
}

/** The winners over a property by longhand, in one frame. */
function rivalsIn(
  place: TargetPlace,
  property: string,
  gap: Gap | undefined,
  around: Surroundings,
): { longhands: readonly string[]; stronger: Map<string, Competitor> } {
  const { cascade, target, state } = place
  const declared = cascade.declared(target.nodeId, state, around)
  const longhands =
    property === 'all' ? [...declared.keys()] : longhandsOf(property, cascade.flow(target.nodeId, around))
  const stronger = new Map<string, Competitor>()
  for (const longhand of longhands) {
    const rival = rivalOf(place, property, declared.get(longhand) ?? declared.get('all') ?? [], gap)
    if (rival) stronger.set(longhand, rival)
  }
  return { longhands, stronger }
}

/** The target's rule as it competes, with the property as its last declaration if it has none yet. */
function ownCompetitor(place: TargetPlace, property: string): Competitor | undefined {
  const { cascade, target, state, rule } = place
  const match = rule && cascade.matches(target.nodeId, state).find(({ id }) => id === rule.rule.id)
  if (!rule || !match) return undefined
  const standing = match.declarations.findLast(({ name }) => name === property) ?? match.declarations.at(-1)
  const declaration = standing ?? {
    id: '',
    at: '',
    before: '',
    text: '',
    name: property,
    value: '',
    important: false,
    later: true,
  }
  const important = declaration.name === property && declaration.important
  const { layerRank, specificity, part } = match
  return { important, inline: false, layerRank, specificity, part, index: rule.index, declaration, match }
}

/**
 * The weight of a property in the target's rule or attribute, or in a new rule.
 * @param index the place of a new rule, if it is in no gap yet
 */
function targetWeight(place: TargetPlace, property: string, gap: Gap | undefined, index?: number): Weight {
  const { cascade, target, state, rule, part, selector } = place
  const standing = target.attribute ? inlineOf(place) : (rule?.rule.declarations ?? [])
  const important = standing.some((each) => each.name === property && each.important)
  if (target.attribute) {
    return { important, inline: true, layerRank: Number.POSITIVE_INFINITY, specificity: [0, 0, 0], part: 0, index: 0 }
  }
  const match = rule && cascade.matches(target.nodeId, state).find(({ id }) => id === rule.rule.id)
  const inLayer =
    target.layer === '' ? undefined : cascade.all(target.nodeId).find(({ layer }) => layer === target.layer)
  return {
    important,
    inline: false,
    layerRank:
      target.layer === '' ? Number.POSITIVE_INFINITY : ((match ?? inLayer)?.layerRank ?? Number.POSITIVE_INFINITY),
    specificity: match?.specificity ?? targetSpecificity(selector),
    part,
    index: rule?.index ?? index ?? (gap?.position ?? 0) - 0.5,
  }
}

function inlineOf({ cascade: { tree }, target: { nodeId } }: TargetPlace): Declaration[] {
  const node = nodeOf(tree, nodeId)
  return node ? inlineDeclarations(node) : []
}
