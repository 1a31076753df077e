import type {
  BRepCheck_Analyzer,
  gp_Ax1,
  gp_Ax2,
  gp_Ax3,
  gp_Dir,
  gp_Pnt,
  gp_Vec,
  NCollection_List_TopoDS_Shape,
  OpenCascadeInstance,
  TopoDS_Edge,
  TopoDS_Face,
  TopoDS_Shape,
} from 'replicad-opencascadejs'
import type { Frame, V3 } from './vector.ts'

export type Oc = OpenCascadeInstance
export type Shape = TopoDS_Shape
export type Face = TopoDS_Face
export type Edge = TopoDS_Edge

interface Handle {
  delete(): void
}
/** Keeps a handle of the kernel until the arena ends. */
export type Use = <T extends Handle>(handle: T) => T

/** Frees all handles that `work` has used when it ends; the kernel collects no garbage. */
export function withArena<T>(work: (use: Use) => T): T {
  const handles: Handle[] = []
  try {
    return work((handle) => {
      handles.push(handle)
      return handle
    })
  } finally {
    for (const handle of handles.reverse()) handle.delete()
  }
}

/** Points, directions and axes of the kernel, freed with an arena. */
export function pointsOf(oc: Oc, use: Use) {
  const point = ([x, y, z]: V3): gp_Pnt => use(new oc.gp_Pnt(x, y, z))
  const dir = ([x, y, z]: V3): gp_Dir => use(new oc.gp_Dir(x, y, z))
  return {
    point,
    dir,
    vector: ([x, y, z]: V3): gp_Vec => use(new oc.gp_Vec(x, y, z)),
    axis: (at: V3, along: V3): gp_Ax1 => use(new oc.gp_Ax1(point(at), dir(along))),
    ax2: (at: V3, normal: V3, x: V3): gp_Ax2 => use(new oc.gp_Ax2(point(at), dir(normal), dir(x))),
    ax3: ({ origin, normal, x }: Frame): gp_Ax3 => use(new oc.gp_Ax3(point(origin), dir(normal), dir(x))),
  }
}

/** Shapes of a list, each a handle of its own. */
export function shapesIn(oc: Oc, list: NCollection_List_TopoDS_Shape, use: Use): Shape[] {
  const rest = use(new oc.NCollection_List_TopoDS_Shape(list))
  const shapes: Shape[] = []
  while (!rest.IsEmpty()) {
    shapes.push(use(rest.First()))
    rest.RemoveFirst()
  }
  return shapes
}

/** Values by shape, where two handles of one shape are the same whatever their orientation. */
export class ShapeMap<T> {
  private readonly oc: Oc
  private readonly buckets = new Map<number, { shape: Shape; value: T }[]>()

  constructor(oc: Oc) {
    this.oc = oc
  }

  get(shape: Shape): T | undefined {
    return this.buckets.get(this.hash(shape))?.find((each) => each.shape.IsSame(shape))?.value
  }

  /** Keeps the handle: it MUST live as long as the map. */
  set(shape: Shape, value: T): void {
    const hash = this.hash(shape)
    const bucket = this.buckets.get(hash) ?? []
    const known = bucket.find((each) => each.shape.IsSame(shape))
    if (known) known.value = value
    else bucket.push({ shape, value })
    this.buckets.set(hash, bucket)
  }

  private hash(shape: Shape): number {
    return this.oc.ReplicadShapeHasher.HashCode(shape, 0x7fff_ffff)
  }
}

type Kind = 'solid' | 'face' | 'edge' | 'vertex' | 'wire'

/** The parts of a shape of one kind, each once; `use` decides how long the handles live. */
export function explore(oc: Oc, shape: Shape, kind: Kind, use: Use): Shape[] {
  return withArena((own) => {
    const { TopAbs_ShapeEnum: types } = oc
    const wanted = {
      solid: types.TopAbs_SOLID,
      face: types.TopAbs_FACE,
      edge: types.TopAbs_EDGE,
      vertex: types.TopAbs_VERTEX,
      wire: types.TopAbs_WIRE,
    }[kind]
    const explorer = own(new oc.TopExp_Explorer(shape, wanted, types.TopAbs_SHAPE))
    const seen = new ShapeMap<true>(oc)
    const found: Shape[] = []
    for (; explorer.More(); explorer.Next()) {
      const each = explorer.Current()
      if (seen.get(each)) {
        each.delete()
        continue
      }
      use(each)
      seen.set(each, true)
      found.push(each)
    }
    return found
  })
}

export const facesOf = (oc: Oc, shape: Shape, use: Use): Face[] =>
  withArena((own) => explore(oc, shape, 'face', own).map((face) => use(oc.TopoDS.Face(face))))

/** Keeps handles for as long as their owner lives. */
export const kept: Use = (handle) => handle

export function listOf(oc: Oc, shapes: readonly Shape[], use: Use): NCollection_List_TopoDS_Shape {
  const list = use(new oc.NCollection_List_TopoDS_Shape())
  for (const shape of shapes) list.Append(shape)
  return list
}

export const xyz = (point: { X(): number; Y(): number; Z(): number }): V3 => [point.X(), point.Y(), point.Z()]

/** Volumes by handle: a shape does not change. */
const volumes = new WeakMap<Shape, number>()

export function solidVolume(oc: Oc, shape: Shape): number {
  const known = volumes.get(shape)
  if (known !== undefined) return known
  const volume = withArena((use) => {
    const properties = use(new oc.GProp_GProps())
    oc.BRepGProp.VolumeProperties(shape, properties, true, false, false)
    return properties.Mass()
  })
  volumes.set(shape, volume)
  return volume
}

/**
 * One analyzer for each kernel, with an edge that it looks at when it is done: deleting an analyzer does not free what it has
 * found out, some kB a face, and looking at next to nothing does.
 */
const analyzers = new WeakMap<Oc, { analyzer: BRepCheck_Analyzer; nothing: Edge }>()

export function isValid(oc: Oc, shape: Shape): boolean {
  const { analyzer, nothing } = analyzers.get(oc) ?? createAnalyzer(oc)
  analyzer.Init(shape, true)
  const valid = analyzer.IsValid()
  analyzer.Init(nothing, false)
  return valid
}

function createAnalyzer(oc: Oc) {
  return withArena((use) => {
    const { point } = pointsOf(oc, use)
    const nothing = use(new oc.BRepBuilderAPI_MakeEdge(point([0, 0, 0]), point([1, 0, 0]))).Edge()
    const made = { analyzer: new oc.BRepCheck_Analyzer(nothing, true, false, false), nothing }
    analyzers.set(oc, made)
    return made
  })
}

export interface Box {
  min: V3
  max: V3
}

/** The exact box of a shape; undefined if there is nothing in it. */
export function boundingBox(oc: Oc, shape: Shape): Box | undefined {
  return withArena((use) => {
    const box = use(new oc.Bnd_Box())
    box.SetGap(0)
    oc.BRepBndLib.AddOptimal(shape, box, false, false)
    if (box.IsVoid()) return undefined
    return { min: [box.GetXMin(), box.GetYMin(), box.GetZMin()], max: [box.GetXMax(), box.GetYMax(), box.GetZMax()] }
  })
}

/** How far a box reaches along a direction, measured from a point. */
export function reachAlong({ min, max }: Box, from: V3, along: V3): { least: number; most: number } {
  const reach = [0, 1, 2].reduce(
    ({ least, most }, i) => {
      const [low, high] = [
        ((min[i] ?? 0) - (from[i] ?? 0)) * (along[i] ?? 0),
        ((max[i] ?? 0) - (from[i] ?? 0)) * (along[i] ?? 0),
      ]
      return { least: least + Math.min(low, high), most: most + Math.max(low, high) }
    },
    { least: 0, most: 0 },
  )
  return reach
}
