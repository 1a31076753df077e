import type { Dimension, Ref, Refs } from '../document/inputs.ts'
import type { PartFeature } from '../document/part.ts'
import { FeatureError } from '../error/featureError.ts'
import type { Dimensionality } from '../expression/evaluate.ts'
import type { BodyState, NamedFace } from '../geometry/body.ts'
import type { Oc, Shape, Use } from '../geometry/occ.ts'
import type { EdgeInfo, FaceInfo, Topology } from '../geometry/topology.ts'
import type { Frame, V3 } from '../geometry/vector.ts'
import type { Found } from '../name/ref.ts'
import type { SolvedSketch } from '../sketch/profile.ts'

/** A solid that a feature adds or cuts away, with the names of its faces. */
export interface Tool {
  shape: Shape
  faces: readonly NamedFace[]
}

export interface Tools {
  op: 'add' | 'cut'
  merge?: 'auto' | 'new' | undefined
  solids: readonly Tool[]
}

export interface PlacedSketch extends SolvedSketch {
  frame: Frame
  /** Whether it lies on a face of a body, so that a cut goes into the material. */
  onFace: boolean
}

/** A line in space that things turn about. */
export interface Axis {
  origin: V3
  direction: V3
}

/** A feature's result. It owns the handles that it returns. */
export interface Made {
  /** Solids to be added to the bodies, or cut from them. */
  tools?: Tools
  /** The bodies after it, if it changes them by itself. */
  state?: BodyState
  /** For a plane. */
  frame?: Frame
  axis?: Axis
  sketch?: PlacedSketch
}

/** A feature's inputs. Everything that it asks for and that is not there is thrown as a `FeatureError`. */
export interface MakeContext {
  oc: Oc
  /** Frees handles when the feature is made. */
  use: Use
  feature: PartFeature
  state: BodyState
  topology(): Topology
  /** @throws FeatureError if it is no finite number, or outside of what parts can be */
  value(dimension: Dimension, as: Dimensionality): number
  /** A length greater than zero. */
  size(dimension: Dimension, name: string): number
  /** A whole number within limits. */
  count(dimension: Dimension, name: string, most: number): number
  sketch(id: string): PlacedSketch
  /** A datum, a plane feature or a planar face. */
  plane(ref: Ref): { frame: Frame; face?: FaceInfo }
  /** The one face, edge or vertex that a ref means. */
  one(ref: Ref): Found
  /** An axis feature. */
  axis(id: string): Axis
  faces(refs: Refs): FaceInfo[]
  edges(refs: Refs): EdgeInfo[]
  /** The bytes of an imported file. */
  fileOf(hash: string): Uint8Array | undefined
  /** The solids that an earlier feature adds or cuts. */
  toolsOf(id: string): Tools
}

export const listOfRefs = (refs: Refs): readonly Ref[] => (Array.isArray(refs) ? refs : [refs])

/** Runs a maker of the kernel. @throws FeatureError instead of the kernel's exceptions; a trap goes on */
export function attemptMaker<T>(code: FeatureError['code'], message: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof WebAssembly.Exception) throw new FeatureError(code, message)
    throw error
  }
}
