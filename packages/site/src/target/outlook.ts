import { longhandsOf } from '../css/longhands.ts'
import { type Competitor, compareCompetitors, compareWeights, reasonOf, sourceOf, type Weight } from './cascade.ts'
import type { Surroundings } from './conditions.ts'
import { type Gap, targetSpecificity } from './place.ts'
import type { TargetPlace } from './resolve.ts'
import type { StrongerRule } from './types.ts'

/** What a declaration does once it stands in its target. */
export interface Outlook {
  /** The declarations that win over it in the frame one works in, by what decides; none if it shows whole. */
  stronger: StrongerRule[]
  /** The widths of the other frames in which it wins for at least one longhand. */
  changes: number[]
}

/** What a property does that is written to a target: in the rule that is edited, or in a new one in a gap. */
export function outlookOf(place: TargetPlace, property: string, gap: Gap | undefined): Outlook {
  const { target, around } = place
  const changes = target.changes.filter((width) => {
    const { longhands, stronger } = rivalsIn(place, property, gap, { ...around, width })
    return stronger.size < longhands.length
  })
  const { stronger } = rivalsIn(place, property, gap, around)
  const found = new Map<Competitor, StrongerRule>()
  const weight = weightOf(place, property, gap)
  for (const [longhand, rival] of stronger) {
    const known = found.get(rival)
    const longhands = [...(known?.longhands ?? []), longhand]
    found.set(rival, { ...sourceOf(place.cascade, rival, target.nodeId), reason: reasonOf(rival, weight), longhands })
  }
  return { stronger: [...found.values()], changes }
}

/** The winners over a property by longhand, in one frame. */
function rivalsIn(
  place: TargetPlace,
  property: string,
  gap: Gap | undefined,
  around: Surroundings,
): { longhands: readonly string[]; stronger: Map<string, Competitor> } {
  const { cascade, target, state, rule } = place
  const declared = cascade.declared(target.nodeId, state, around)
  const longhands =
    property === 'all' ? [...declared.keys()] : longhandsOf(property, cascade.flow(target.nodeId, around))
  const own = ownCompetitor(place, property)
  const weight = weightOf(place, property, gap)
  const stronger = new Map<string, Competitor>()
  for (const longhand of longhands) {
    const [winner] = (declared.get(longhand) ?? declared.get('all') ?? []).filter(
      // Within its own rule the property moves behind whatever it overlaps, but for what is important.
      ({ match, declaration }) =>
        match?.id !== rule?.rule.id || rule === undefined || (declaration.important && declaration.name !== property),
    )
    if (!winner) continue
    const wins = own ? compareCompetitors(winner, own) > 0 : compareWeights(winner, weight) > 0
    if (wins) stronger.set(longhand, winner)
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

/** The weight of a property in the target's rule, or in a new rule. */
function weightOf(place: TargetPlace, property: string, gap: Gap | undefined): Weight {
  const { cascade, target, state, rule, part, selector } = place
  const important = rule?.rule.declarations.some((each) => each.name === property && each.important) ?? false
  const match = rule && cascade.matches(target.nodeId, state).find(({ id }) => id === rule.rule.id)
  const rank = match ?? cascade.all(target.nodeId).find(({ layer }) => layer === target.layer)
  return {
    important,
    inline: false,
    layerRank: target.layer === '' ? Number.POSITIVE_INFINITY : (rank?.layerRank ?? Number.POSITIVE_INFINITY),
    specificity: match?.specificity ?? targetSpecificity(selector),
    part,
    index: rule?.index ?? (gap?.position ?? 0) - 0.5,
  }
}
