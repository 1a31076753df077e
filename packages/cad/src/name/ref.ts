import type { EdgeCriteria, FaceCriteria, Ref } from '../document/inputs.ts'
import { FeatureError } from '../error/featureError.ts'
import type { EdgeInfo, FaceInfo, Topology, VertexInfo } from '../geometry/topology.ts'
import { distanceApart, dot, fromXyz, type V3 } from '../geometry/vector.ts'

export type Found =
  | { kind: 'face'; info: FaceInfo }
  | { kind: 'edge'; info: EdgeInfo }
  | { kind: 'vertex'; info: VertexInfo }

/** The meaning of a name: one thing, several pieces of which none is meant, or nothing any more. */
export type Resolved =
  | { status: 'found'; found: Found }
  | { status: 'ambiguous'; pieces: string[] }
  | { status: 'lost' }

export const checkedRef = ({ kind, info }: Found): string =>
  kind === 'face' ? `face:${info.labels[0]}` : `${kind}:${info.label}`

/** The parts of a list in brackets, which may hold brackets themselves. */
function constrainedIds(list: string): { members: string[]; number?: number } | undefined {
  if (!list.startsWith('[')) return undefined
  const members: string[] = []
  let depth = 0
  let from = 1
  for (let i = 0; i < list.length; i += 1) {
    const sign = list[i]
    if (sign === '[' || sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === '|' && depth === 1) {
      members.push(list.slice(from, i))
      from = i + 1
    }
    if (sign !== ']') continue
    depth -= 1
    if (depth > 0) continue
    members.push(list.slice(from, i))
    const rest = list.slice(i + 1)
    if (rest === '') return { members }
    return /^#\d{1,4}$/.test(rest) ? { members, number: Number(rest.slice(1)) } : undefined
  }
  return undefined
}

const isFace = ({ names, labels }: FaceInfo, name: string): boolean => labels.includes(name) || names.includes(name)

/** Resolves a name; never to a thing of another name. @throws FeatureError if it is no name */
export function resolveName(topology: Topology, ref: string): Resolved {
  const colon = ref.indexOf(':')
  const [kind, name] = [ref.slice(0, Math.max(colon, 0)), ref.slice(colon + 1)]
  if (kind === 'face') {
    const exact = topology.faces.find(({ labels }) => labels.includes(name))
    if (exact) return { status: 'found', found: { kind: 'face', info: exact } }
    const pieces = topology.faces.flatMap(({ names, labels }) =>
      names.includes(name) ? labels.filter((label) => label.startsWith(`${name}~`)) : [],
    )
    return pieces.length > 0
      ? { status: 'ambiguous', pieces: pieces.sort().map((each) => `face:${each}`) }
      : { status: 'lost' }
  }
  const list = constrainedIds(name)
  if (kind === 'edge' && list?.members.length === 2) {
    const [a = '', b = ''] = list.members
    const found = topology.edges.filter(({ faces: [f, g] }) => {
      const [p, q] = [topology.faces[f], topology.faces[g]]
      return p && q && ((isFace(p, a) && isFace(q, b)) || (isFace(p, b) && isFace(q, a)))
    })
    const numbered =
      list.number === undefined ? undefined : found.find(({ label }) => label.endsWith(`#${list.number}`))
    const only = list.number === undefined ? (found.length === 1 ? found[0] : undefined) : numbered
    if (only) return { status: 'found', found: { kind: 'edge', info: only } }
    if (found.length === 0 || list.number !== undefined) return { status: 'lost' }
    return { status: 'ambiguous', pieces: found.map(({ label }) => `edge:${label}`).sort() }
  }
  if (kind === 'vertex' && list && list.members.length >= 2) {
    const found = topology.vertices.filter(({ faces }) =>
      list.members.every((member) => faces.some((i) => topology.faces[i] && isFace(topology.faces[i], member))),
    )
    const [only] = found
    if (found.length === 1 && only) return { status: 'found', found: { kind: 'vertex', info: only } }
    return found.length === 0
      ? { status: 'lost' }
      : { status: 'ambiguous', pieces: found.map(({ label }) => `vertex:${label}`).sort() }
  }
  throw new FeatureError('invalid_ref', `“${ref.slice(0, 100)}” is no name of a face, an edge or a vertex.`, {
    hint: 'findFaces and findEdges return names.',
  })
}

/** The one thing that a ref means. @throws FeatureError if it is lost or ambiguous */
export function resolveOne(topology: Topology, ref: Ref): Found {
  const found = resolveAll(topology, [ref])
  const [only] = found
  if (found.length === 1 && only) return only
  throw new FeatureError('ref_ambiguous', `The query finds ${found.length} of them.`, {
    refs: found.slice(0, 40).map(checkedRef),
    hint: 'Name one of them, or add `largest` or `nearest` to the query.',
  })
}

/** All things that refs mean, each once. @throws FeatureError if one is lost or ambiguous */
export function resolveAll(topology: Topology, refs: readonly Ref[]): Found[] {
  const all = refs.flatMap((ref) => (typeof ref === 'string' ? [foundByName(topology, ref)] : queried(topology, ref)))
  const seen = new Set<unknown>()
  return all.filter(({ info }) => !seen.has(info) && seen.add(info))
}

function foundByName(topology: Topology, ref: string): Found {
  const resolved = resolveName(topology, ref)
  if (resolved.status === 'found') return resolved.found
  if (resolved.status === 'ambiguous')
    throw new FeatureError('ref_ambiguous', `“${ref.slice(0, 200)}” now names ${resolved.pieces.length} pieces.`, {
      refs: resolved.pieces.slice(0, 40),
    })
  throw new FeatureError('ref_lost', `“${ref.slice(0, 200)}” is no longer there.`, { refs: [ref.slice(0, 200)] })
}

function queried(topology: Topology, query: Exclude<Ref, string>): Found[] {
  const found =
    'faces' in query
      ? pick(
          findFaces(topology, query.faces),
          query.faces,
          ({ area }) => area,
          ({ centre }) => centre,
        ).map((info): Found => ({ kind: 'face', info }))
      : pick(
          findEdges(topology, query.edges),
          query.edges,
          (edge) => edge.length,
          ({ middle }) => middle,
        ).map((info): Found => ({ kind: 'edge', info }))
  if (found.length === 0)
    throw new FeatureError('ref_lost', 'The query finds nothing.', { refs: [JSON.stringify(query).slice(0, 200)] })
  return found
}

function pick<T>(
  all: readonly T[],
  criteria: FaceCriteria | EdgeCriteria,
  sizeOf: (each: T) => number,
  placeOf: (each: T) => V3,
): T[] {
  const { minSize, maxSize, largest, nearest } = criteria
  const sized = all.filter(
    (each) => sizeOf(each) >= (minSize ?? 0) && sizeOf(each) <= (maxSize ?? Number.POSITIVE_INFINITY),
  )
  const best = (score: (each: T) => number) => sized.toSorted((a, b) => score(a) - score(b)).slice(0, 1)
  if (nearest) return best((each) => distanceApart(placeOf(each), fromXyz(nearest)))
  return largest ? best((each) => -sizeOf(each)) : sized
}

const orientationNormals: Readonly<Record<string, V3>> = {
  top: [0, 0, 1],
  bottom: [0, 0, -1],
  front: [0, -1, 0],
  back: [0, 1, 0],
  left: [-1, 0, 0],
  right: [1, 0, 0],
}

const isParallel = (a: V3 | undefined, b: V3): boolean =>
  a !== undefined && Math.abs(dot(a, b)) > (1 - 1e-6) * Math.hypot(...b)

const plainName = (ref: string): string => ref.replace(/^(?:face|body):/, '')
/** Whether a name was given by a feature, and has a role of it. */
const isBy = (name: string, feature: string | undefined, role: string | undefined): boolean =>
  (feature === undefined || name.startsWith(`${feature}/`)) &&
  (role === undefined || name.split('/')[1]?.split(/[@~]/)[0] === role)

export function findFaces(topology: Topology, criteria: FaceCriteria): FaceInfo[] {
  const { createdBy, role, surface, orientation, direction, on } = criteria
  const wanted = orientation === undefined ? undefined : orientationNormals[orientation]
  return topology.faces.filter((face) => {
    if ((createdBy !== undefined || role !== undefined) && !face.names.some((name) => isBy(name, createdBy, role)))
      return false
    if (surface !== undefined && face.surface !== surface) return false
    if (on !== undefined && face.body !== plainName(on)) return false
    if (wanted && !(face.surface === 'plane' && face.direction && dot(face.direction, wanted) > 1 - 1e-6)) return false
    return direction === undefined || isParallel(face.direction, fromXyz(direction))
  })
}

export function findEdges(topology: Topology, criteria: EdgeCriteria): EdgeInfo[] {
  const { createdBy, role, curve, convexity, direction, on, between } = criteria
  return topology.edges.filter((edge) => {
    const around = edge.faces.flatMap((i) => topology.faces[i] ?? [])
    const has = (name: string) => around.some((face) => isFace(face, plainName(name)))
    if (
      (createdBy !== undefined || role !== undefined) &&
      !around.some(({ names }) => names.some((name) => isBy(name, createdBy, role)))
    )
      return false
    if (curve !== undefined && edge.curve !== curve) return false
    if (convexity !== undefined && edge.convexity !== convexity) return false
    if (on !== undefined && !has(on) && edge.body !== plainName(on)) return false
    if (between && !between.every(has)) return false
    return direction === undefined || (edge.curve === 'line' && isParallel(edge.direction, fromXyz(direction)))
  })
}
