import type { Body, BodyState } from './body.ts'
import {
  type Edge,
  explore,
  type Face,
  type Oc,
  pointsOf,
  type Shape,
  ShapeMap,
  type Use,
  withArena,
  xyz,
} from './occ.ts'
import { cross, direction, distanceApart, dot, subtract, type V3 } from './vector.ts'

export type Surface = 'plane' | 'cylinder' | 'cone' | 'sphere' | 'torus' | 'other'
export type Curve = 'line' | 'circle' | 'arc' | 'ellipse' | 'other'
export type Convexity = 'convex' | 'concave' | 'smooth'

export interface FaceInfo {
  face: Face
  body: string
  /** The names that it was made with. */
  names: readonly string[]
  /** Its names among all faces: with `~n` where several faces have one. Sorted. */
  labels: string[]
  readonly surface: Surface
  readonly area: number
  readonly centre: V3
  /** For a plane, outwards; of a cylinder or cone, along the axis. */
  readonly direction?: V3 | undefined
  readonly radius?: number | undefined
}

export interface EdgeInfo {
  edge: Edge
  body: string
  /** The two faces that meet in it, by their places in the list. */
  faces: readonly [number, number]
  label: string
  readonly curve: Curve
  readonly length: number
  readonly middle: V3
  readonly direction?: V3 | undefined
  readonly radius?: number | undefined
  readonly convexity: Convexity
}

export interface VertexInfo {
  vertex: Shape
  readonly at: V3
  faces: readonly number[]
  label: string
}

/**
 * The faces, edges and vertices of a state with their names. Edges and vertices are looked for, and all are measured, when
 * somebody asks for it, as long as the handles of the state and of `use` live.
 */
export interface Topology {
  readonly faces: readonly FaceInfo[]
  readonly edges: readonly EdgeInfo[]
  readonly vertices: readonly VertexInfo[]
}

export function readTopology(oc: Oc, { bodies }: BodyState, use: Use): Topology {
  const faces = bodies.flatMap(({ id, faces: named }) => named.map(({ face, names }) => faceInfo(oc, face, id, names)))
  const offsets = new Map<Body, number>()
  let count = 0
  for (const body of bodies) {
    offsets.set(body, count)
    count += body.faces.length
  }
  const offsetOf = (body: Body) => offsets.get(body) ?? 0
  const unnamed = lazily(() => bodies.flatMap((body) => readEdges(oc, body, offsetOf(body), faces, use)))
  labelFaces(faces, unnamed)
  const edges = lazily(() => {
    labelEdges(faces, unnamed())
    return unnamed()
  })
  const vertices = lazily(() => {
    const found = bodies.flatMap((body) => readVertices(oc, body, offsetOf(body), use))
    labelVertices(faces, found)
    return found
  })
  return {
    faces,
    get edges() {
      return edges()
    },
    get vertices() {
      return vertices()
    },
  }
}

/** The edges of a body that two of its faces meet in. @param offset the place of its first face among all */
function readEdges(oc: Oc, body: Body, offset: number, faces: readonly FaceInfo[], use: Use): EdgeInfo[] {
  const { id, shape, faces: named } = body
  const around = new ShapeMap<EdgeInFace[]>(oc)
  for (const [i, { face }] of named.entries()) {
    const own = new ShapeMap<true>(oc)
    const seams = new ShapeMap<true>(oc)
    const inFace: Edge[] = []
    withArena((local) => {
      const { TopAbs_EDGE, TopAbs_SHAPE } = oc.TopAbs_ShapeEnum
      const explorer = local(new oc.TopExp_Explorer(face, TopAbs_EDGE, TopAbs_SHAPE))
      for (; explorer.More(); explorer.Next()) {
        const edge = use(oc.TopoDS.Edge(local(explorer.Current())))
        if (oc.BRep_Tool.Degenerated(edge)) continue
        if (own.get(edge)) seams.set(edge, true)
        own.set(edge, true)
        inFace.push(edge)
      }
    })
    for (const edge of inFace) {
      if (seams.get(edge)) continue
      const list = around.get(edge) ?? []
      list.push({ face: offset + i, edge })
      around.set(edge, list)
    }
  }
  return explore(oc, shape, 'edge', use).flatMap((edge) => {
    const [first, second] = around.get(edge) ?? []
    return first && second ? [edgeInfo(oc, id, first, second, faces)] : []
  })
}

function readVertices(oc: Oc, { shape, faces: named }: Body, offset: number, use: Use): VertexInfo[] {
  const corners = new ShapeMap<Set<number>>(oc)
  for (const [i, { face }] of named.entries()) {
    for (const vertex of explore(oc, face, 'vertex', use)) {
      const set = corners.get(vertex) ?? new Set<number>()
      set.add(offset + i)
      corners.set(vertex, set)
    }
  }
  return explore(oc, shape, 'vertex', use).map((vertex) => vertexInfo(oc, vertex, [...(corners.get(vertex) ?? [])]))
}

/** A value that is made when it is first asked for. */
function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

function faceInfo(oc: Oc, face: Face, body: string, names: readonly string[]): FaceInfo {
  const measured = lazily(() => measureFace(oc, face))
  return {
    face,
    body,
    names,
    labels: [],
    get surface() {
      return measured().surface
    },
    get area() {
      return measured().area
    },
    get centre() {
      return measured().centre
    },
    get direction() {
      return measured().direction
    },
    get radius() {
      return measured().radius
    },
  }
}

interface EdgeInFace {
  face: number
  edge: Edge
}

function edgeInfo(oc: Oc, body: string, first: EdgeInFace, second: EdgeInFace, faces: readonly FaceInfo[]): EdgeInfo {
  const measured = lazily(() => measureEdge(oc, first.edge))
  const meeting = lazily(() => ({ convexity: convexityOf(oc, first, second, faces) }))
  return {
    edge: first.edge,
    body,
    faces: [first.face, second.face],
    label: '',
    get curve() {
      return measured().curve
    },
    get length() {
      return measured().length
    },
    get middle() {
      return measured().middle
    },
    get direction() {
      return measured().direction
    },
    get radius() {
      return measured().radius
    },
    get convexity() {
      return meeting().convexity
    },
  }
}

function vertexInfo(oc: Oc, vertex: Shape, faces: readonly number[]): VertexInfo {
  const placed = lazily(() => withArena((use) => xyz(use(oc.BRep_Tool.Pnt(use(oc.TopoDS.Vertex(vertex)))))))
  return {
    vertex,
    faces,
    label: '',
    get at() {
      return placed()
    },
  }
}

/** Coordinates as a key that sorts: rounded, so that the last bits do not decide. */
const placeKey = (at: V3): number[] => at.map((each) => Math.round(each * 1e5) / 1e5)

function byPlace(a: V3, b: V3): number {
  const [p, q] = [placeKey(a), placeKey(b)]
  for (const [i, each] of p.entries()) if (each !== q[i]) return each - (q[i] ?? 0)
  return 0
}

/** Gives each face its names, numbered where several faces have one: by their neighbours, then by their place. */
function labelFaces(faces: readonly FaceInfo[], edges: () => readonly Pick<EdgeInfo, 'faces'>[]): void {
  const byName = new Map<string, number[]>()
  for (const [i, { names }] of faces.entries()) {
    for (const name of names) {
      const list = byName.get(name)
      if (list) list.push(i)
      else byName.set(name, [i])
    }
  }
  const isShared = [...byName.values()].some((list) => list.length > 1)
  const neighbours = isShared ? neighboursOf(faces, edges()) : []
  for (const [name, list] of byName) {
    const sorted =
      list.length === 1
        ? list
        : list.toSorted((i, j) => {
            const [p, q] = [neighbours[i] ?? '', neighbours[j] ?? '']
            if (p !== q) return p < q ? -1 : 1
            return byPlace(faces[i]?.centre ?? [0, 0, 0], faces[j]?.centre ?? [0, 0, 0])
          })
    for (const [n, i] of sorted.entries()) faces[i]?.labels.push(list.length === 1 ? name : `${name}~${n + 1}`)
  }
  for (const { labels } of faces) labels.sort()
}

function neighboursOf(faces: readonly FaceInfo[], edges: readonly Pick<EdgeInfo, 'faces'>[]): string[] {
  const around = faces.map(() => new Set<string>())
  for (const {
    faces: [a, b],
  } of edges) {
    around[a]?.add(faces[b]?.names[0] ?? '')
    around[b]?.add(faces[a]?.names[0] ?? '')
  }
  return around.map((names) => [...names].sort().join('|'))
}

const faceLabelOf = (face: FaceInfo | undefined): string => face?.labels[0] ?? ''

function labelEdges(faces: readonly FaceInfo[], edges: readonly EdgeInfo[]): void {
  const groups = Map.groupBy(edges, ({ faces: [a, b] }) =>
    [faceLabelOf(faces[a]), faceLabelOf(faces[b])].sort().join('|'),
  )
  for (const [pair, group] of groups) {
    const sorted = group.length === 1 ? group : group.toSorted((a, b) => byPlace(a.middle, b.middle))
    for (const [n, edge] of sorted.entries()) edge.label = `[${pair}]${group.length === 1 ? '' : `#${n + 1}`}`
  }
}

function labelVertices(faces: readonly FaceInfo[], vertices: readonly VertexInfo[]): void {
  for (const vertex of vertices) {
    const names = vertex.faces.map((i) => faceLabelOf(faces[i])).sort()
    vertex.label = `[${names.join('|')}]`
  }
}

function measureFace(oc: Oc, face: Face): Pick<FaceInfo, 'surface' | 'area' | 'centre' | 'direction' | 'radius'> {
  return withArena((use) => {
    const properties = use(new oc.GProp_GProps())
    oc.BRepGProp.SurfaceProperties(face, properties, true, false)
    const adaptor = use(new oc.BRepAdaptor_Surface(face, true))
    const { GeomAbs_SurfaceType: types, TopAbs_Orientation: orientations } = oc
    const measured = { area: Math.abs(properties.Mass()), centre: xyz(use(properties.CentreOfMass())) }
    switch (adaptor.GetType()) {
      case types.GeomAbs_Plane: {
        const plane = use(adaptor.Plane())
        const [x, y, z] = xyz(use(use(plane.Axis()).Direction()))
        const sign = (face.Orientation() === orientations.TopAbs_REVERSED) === plane.Direct() ? -1 : 1
        return { ...measured, surface: 'plane', direction: [sign * x, sign * y, sign * z] }
      }
      case types.GeomAbs_Cylinder: {
        const cylinder = use(adaptor.Cylinder())
        const along = xyz(use(use(cylinder.Axis()).Direction()))
        return { ...measured, surface: 'cylinder', direction: along, radius: cylinder.Radius() }
      }
      case types.GeomAbs_Sphere:
        return { ...measured, surface: 'sphere', radius: use(adaptor.Sphere()).Radius() }
      case types.GeomAbs_Cone:
        return { ...measured, surface: 'cone' }
      case types.GeomAbs_Torus:
        return { ...measured, surface: 'torus' }
      default:
        return { ...measured, surface: 'other' }
    }
  })
}

function measureEdge(oc: Oc, edge: Edge): Pick<EdgeInfo, 'curve' | 'length' | 'middle' | 'direction' | 'radius'> {
  return withArena((use) => {
    const properties = use(new oc.GProp_GProps())
    oc.BRepGProp.LinearProperties(edge, properties, true, false)
    const adaptor = use(new oc.BRepAdaptor_Curve(edge))
    const [first, last] = [adaptor.FirstParameter(), adaptor.LastParameter()]
    const at = (t: number): V3 => xyz(use(adaptor.EvalD0(t)))
    const [start, middle, end] = [at(first), at((first + last) / 2), at(last)]
    const measured = { length: properties.Mass(), middle }
    const { GeomAbs_CurveType: types } = oc
    switch (adaptor.GetType()) {
      case types.GeomAbs_Line:
        return { ...measured, curve: 'line', direction: direction(subtract(end, start)) ?? [0, 0, 1] }
      case types.GeomAbs_Circle: {
        const circle = use(adaptor.Circle())
        return {
          ...measured,
          curve: distanceApart(start, end) < 1e-7 ? 'circle' : 'arc',
          radius: circle.Radius(),
          direction: xyz(use(use(circle.Axis()).Direction())),
        }
      }
      case types.GeomAbs_Ellipse:
        return { ...measured, curve: 'ellipse' }
      default:
        return { ...measured, curve: 'other' }
    }
  })
}

/** How two faces meet in the middle of their edge. */
function convexityOf(oc: Oc, first: EdgeInFace, second: EdgeInFace, faces: readonly FaceInfo[]): Convexity {
  return withArena((use) => {
    const adaptor = use(new oc.BRepAdaptor_Curve(first.edge))
    const t = (adaptor.FirstParameter() + adaptor.LastParameter()) / 2
    const middle = xyz(use(adaptor.EvalD0(t)))
    const [n1, n2] = [first, second].map(({ face }) => {
      const info = faces[face]
      return info && normalAt(oc, info, middle, use)
    })
    const tangent = direction(xyz(use(adaptor.EvalDN(t, 1))))
    if (!n1 || !n2 || !tangent) return 'smooth'
    if (dot(n1, n2) > 1 - 1e-6) return 'smooth'
    const forward = first.edge.Orientation() !== oc.TopAbs_Orientation.TopAbs_REVERSED ? 1 : -1
    // Into the first face, to the left of its edge.
    const inwards = cross(n1, tangent)
    const side = forward * dot(inwards, n2)
    return side < -1e-6 ? 'convex' : side > 1e-6 ? 'concave' : 'smooth'
  })
}

/** The outward normal of a face at a point of it. */
export function normalAt(oc: Oc, { face, surface, direction: ofPlane }: FaceInfo, at: V3, use: Use): V3 | undefined {
  if (surface === 'plane') return ofPlane
  const geometry = use(oc.BRep_Tool.Surface(face))
  const projected = use(new oc.GeomAPI_ProjectPointOnSurf(pointsOf(oc, use).point(at), geometry))
  if (projected.NbPoints() < 1) return undefined
  const { U, V } = projected.LowerDistanceParameters(0, 0)
  const properties = use(new oc.BRepGProp_Face(face, false))
  const normal = use(new oc.gp_Vec(0, 0, 0))
  properties.Normal(U, V, use(new oc.gp_Pnt(0, 0, 0)), normal)
  return direction(xyz(normal))
}
