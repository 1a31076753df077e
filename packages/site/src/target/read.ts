import type { View } from '@atelier/documents'
import { longhandValue } from '../css/expand.ts'
import type { PageTree } from '../document/tree.ts'
import { type Competitor, type ElementState, type PageCascade, PLAIN, sourceOf } from './cascade.ts'
import type { Surroundings } from './conditions.ts'
import { takesFromParent } from './inherited.ts'
import { rivalReasons } from './outlook.ts'
import { findTarget, type TargetPlace } from './resolve.ts'
import type { LonghandStyle, StyleTarget, TargetRefusal, TargetWish } from './types.ts'

export type ReadStyle =
  | { found: { target: StyleTarget; longhands: LonghandStyle[] }; refused?: undefined }
  | { found?: undefined; refused: TargetRefusal }

/**
 * The style of an element as one sees it in a target's frame and state: each longhand that a rule of it sets or that it
 * inherits, with the declaration that wins and those that lose. In no order that means anything.
 */
export function readStyle(
  site: View,
  tree: PageTree,
  nodeId: string,
  wish: TargetWish = {},
  pageId?: string,
): ReadStyle {
  const { found: place, refused } = findTarget(site, tree, nodeId, wish, pageId)
  return place ? { found: { target: place.target, longhands: longhandsIn(place) } } : { refused }
}

/** The same for a target that was found. */
export function longhandsIn(place: TargetPlace): LonghandStyle[] {
  const { cascade, target, state, around, rule } = place
  const { nodeId } = target
  const own = cascade.declared(nodeId, state, around)
  const reasons = rivalReasons(place, own)
  const found: LonghandStyle[] = []
  for (const [longhand, competitors] of own) {
    const [winner, ...losers] = competitors
    if (!winner) continue
    const isHere = (each: Competitor) =>
      target.attribute ? each.match === undefined : rule !== undefined && each.match?.id === rule.rule.id
    const status = isHere(winner) ? 'here' : losers.some(isHere) ? 'overridden' : 'elsewhere'
    const style = styleOf(cascade, longhand, [winner, ...losers], nodeId, status)
    const stronger = reasons.get(longhand)
    found.push(stronger ? { ...style, stronger } : style)
  }
  return [...found, ...inheritedBy(cascade, nodeId, state, around, new Set(own.keys()))]
}

function styleOf(
  cascade: PageCascade,
  property: string,
  [winner, ...losers]: readonly [Competitor, ...Competitor[]],
  nodeId: string,
  status: LonghandStyle['status'],
): LonghandStyle {
  const { name, value } = winner.declaration
  return {
    property,
    value: longhandValue(name, value, property) ?? value,
    status,
    source: sourceOf(cascade, winner, nodeId),
    overridden: losers.map((each) => sourceOf(cascade, each, nodeId)),
    variables: [...value.matchAll(/var\(\s*(--[^\s,)]+)/g)].map(([, variable = '']) => variable),
  }
}

/** The values that an element inherits, from the nearest ancestor first. */
function inheritedBy(
  cascade: PageCascade,
  nodeId: string,
  { pseudoElement }: ElementState,
  around: Surroundings,
  settled: Set<string>,
): LonghandStyle[] {
  const found: LonghandStyle[] = []
  const { elements } = cascade
  let id = pseudoElement === '' ? elements.parent(nodeId) : nodeId
  const passed: string[] = pseudoElement === '' ? [nodeId] : []
  if (settled.has('all')) return found
  while (id !== undefined) {
    for (const [longhand, competitors] of cascade.declared(id, PLAIN, around)) {
      const [winner, ...losers] = competitors
      const isTaken = settled.has(longhand) || !winner
      if (isTaken || !passed.every((each) => takes(cascade, each, longhand))) continue
      settled.add(longhand)
      found.push(styleOf(cascade, longhand, [winner, ...losers], id, 'inherited'))
    }
    passed.push(id)
    id = elements.parent(id)
  }
  return found
}

const takes = ({ elements }: PageCascade, id: string, longhand: string) =>
  takesFromParent(elements.tag(id).toLowerCase(), longhand, elements.attribute(id, 'href') !== undefined)
