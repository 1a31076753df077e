import type { EdgeInfo, FaceInfo, Topology } from '../geometry/topology.ts'
import { resolveName } from '../name/ref.ts'

const featureIn = (name: string): string => name.slice(0, Math.max(name.indexOf('/'), 0))

export interface DescribedFace {
  persistentRef: string
  featureId: string
  surfaceType: FaceInfo['surface']
  area: number
  centerX: number
  centerY: number
  centerZ: number
  normalX?: number
  normalY?: number
  normalZ?: number
  radius?: number
}

export function describeFace({ labels, surface, area, centre, direction, radius }: FaceInfo): DescribedFace {
  const [centerX, centerY, centerZ] = centre
  return {
    persistentRef: `face:${labels[0]}`,
    featureId: featureIn(labels[0] ?? ''),
    surfaceType: surface,
    area,
    centerX,
    centerY,
    centerZ,
    ...(direction && surface === 'plane'
      ? { normalX: direction[0], normalY: direction[1], normalZ: direction[2] }
      : {}),
    ...(radius === undefined ? {} : { radius }),
  }
}

export interface DescribedEdge {
  persistentRef: string
  curveType: EdgeInfo['curve']
  length: number
  convexity: EdgeInfo['convexity']
  faces: string[]
  centerX: number
  centerY: number
  centerZ: number
  radius?: number
}

export function describeEdge(
  { faces: all }: Topology,
  { label, curve, length, convexity, faces, middle, radius }: EdgeInfo,
): DescribedEdge {
  const [centerX, centerY, centerZ] = middle
  return {
    persistentRef: `edge:${label}`,
    curveType: curve,
    length,
    convexity,
    faces: faces.map((i) => `face:${all[i]?.labels[0] ?? ''}`),
    centerX,
    centerY,
    centerZ,
    ...(radius === undefined ? {} : { radius }),
  }
}

export interface DescribedRef {
  ref: string
  status: 'found' | 'ambiguous' | 'lost'
  kind?: 'face' | 'edge' | 'vertex'
  area?: number
  length?: number
  pieces?: string[]
}

/** @throws FeatureError if it is no ref */
export function describeRef(topology: Topology, ref: string): DescribedRef {
  const resolved = resolveName(topology, ref)
  if (resolved.status !== 'found')
    return { ref, status: resolved.status, ...(resolved.status === 'ambiguous' ? { pieces: resolved.pieces } : {}) }
  const { kind, info } = resolved.found
  if (kind === 'face') return { ref, status: 'found', kind, area: info.area }
  return { ref, status: 'found', kind, ...(kind === 'edge' ? { length: info.length } : {}) }
}
