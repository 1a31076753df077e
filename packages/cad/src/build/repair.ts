import type { Part } from '../document/part.ts'
import type { Topology } from '../geometry/topology.ts'
import { distanceApart, dot, type V3 } from '../geometry/vector.ts'
import { checkedRef, type Found, resolveName } from '../name/ref.ts'
import type { Engine, Failing } from './builder.ts'

/** A thing that a ref may mean now. */
export interface Candidate {
  ref: string
  why: 'piece' | 'same place' | 'same feature'
  /** From its place when the ref was last found, in mm. */
  distance?: number
}

/** The most candidates that are proposed. */
const MOST = 8

interface Shape {
  at: V3
  kind: string
  size: number
  direction?: V3 | undefined
}

const shapeOf = ({ kind, info }: Found): Shape =>
  kind === 'face'
    ? { at: info.centre, kind: info.surface, size: info.area, direction: info.direction }
    : kind === 'edge'
      ? { at: info.middle, kind: info.curve, size: info.length, direction: info.direction }
      : { at: info.at, kind, size: 0 }

/**
 * Proposes what to put in the place of a ref: the pieces of what was split, and otherwise things of the same kind near the
 * place where it was found after an earlier feature, or of the same feature. It decides nothing.
 */
export function proposeRepair(
  engine: Engine,
  part: Part,
  { ref, before }: { ref: string; before?: string },
  failing: Failing = {},
): { status: 'found' | 'ambiguous' | 'lost'; candidates: Candidate[] } {
  const end = before === undefined ? part.features.length : part.features.findIndex(({ id }) => id === before)
  const upTo = <T>(count: number, read: (topology: Topology) => T): T =>
    engine.build(
      { ...part, features: part.features.slice(0, count), requirements: [] },
      ({ topology }) => read(topology()),
      failing,
    )
  const now = upTo(Math.max(end, 0), (topology) => {
    const resolved = resolveName(topology, ref)
    return resolved.status === 'ambiguous' ? resolved : { status: resolved.status }
  })
  if (now.status === 'found') return { status: 'found', candidates: [{ ref, why: 'same place', distance: 0 }] }
  if ('pieces' in now)
    return { status: 'ambiguous', candidates: now.pieces.slice(0, MOST).map((piece) => ({ ref: piece, why: 'piece' })) }
  let last: Shape | undefined
  for (let count = end - 1; count > 0 && !last; count -= 1) {
    last = upTo(count, (topology) => {
      const resolved = resolveName(topology, ref)
      return resolved.status === 'found' ? shapeOf(resolved.found) : undefined
    })
  }
  return { status: 'lost', candidates: upTo(Math.max(end, 0), (topology) => candidatesFor(topology, ref, last)) }
}

function candidatesFor(topology: Topology, ref: string, last: Shape | undefined): Candidate[] {
  const kind = ref.slice(0, Math.max(ref.indexOf(':'), 0))
  const all: Found[] =
    kind === 'face'
      ? topology.faces.map((info) => ({ kind: 'face', info }))
      : kind === 'edge'
        ? topology.edges.map((info) => ({ kind: 'edge', info }))
        : topology.vertices.map((info) => ({ kind: 'vertex', info }))
  if (last) {
    const { at, direction } = last
    return all
      .map((found) => ({ found, shape: shapeOf(found) }))
      .filter(({ shape }) => shape.kind === last.kind && isParallel(shape.direction, direction))
      .map(({ found, shape }) => ({ ref: checkedRef(found), distance: distanceApart(shape.at, at) }))
      .sort((a, b) => a.distance - b.distance || (a.ref < b.ref ? -1 : 1))
      .slice(0, MOST)
      .map((each) => ({ ...each, why: 'same place' }))
  }
  const feature = ref.split(/[^0-9a-z-]/).find((part) => /^[a-z]{1,20}-[0-9a-z]{5,20}$/.test(part))
  return all
    .map(checkedRef)
    .filter((each) => feature !== undefined && each.includes(`${feature}/`))
    .sort()
    .slice(0, MOST)
    .map((each) => ({ ref: each, why: 'same feature' }))
}

const isParallel = (a: V3 | undefined, b: V3 | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Math.abs(dot(a, b)) > 1 - 1e-6
