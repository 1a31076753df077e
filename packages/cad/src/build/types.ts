import type { ErrorCode, ErrorDetails } from '../error/featureError.ts'
import type { V3 } from '../geometry/vector.ts'

export interface BuildError extends ErrorDetails {
  code: ErrorCode
  /** The id of the feature. */
  feature: string
  message: string
}

export interface BuiltFeature {
  id: string
  status: 'ok' | 'error' | 'suppressed' | 'skipped'
  error?: BuildError
  sketch?: SketchStatus
}

export interface SketchStatus {
  status: 'solved' | 'underconstrained' | 'overconstrained' | 'inconsistent'
  degreesOfFreedom: number
  conflicting: string[]
  redundant: string[]
  /** Points that the solver has moved, with where they are. */
  moved: { id: string; xy: [number, number] }[]
}

/** Lengths in mm, areas in mm², volumes in mm³, masses in g. */
export interface Measures {
  volume: number
  area: number
  mass: number
  bodies: number
  faces: number
  edges: number
  centre?: V3
  box?: { min: V3; max: V3 }
}

export interface MeasuredRequirement {
  id: string
  measured?: number
  holds: boolean
  error?: string
}

/** The results of a part's features; plain JSON. */
export interface Build {
  features: BuiltFeature[]
  measures: Measures
  /** All names of faces, sorted. */
  names: string[]
  bodies: { id: string; volume: number }[]
  requirements: MeasuredRequirement[]
  /** Values of the parameters by name: millimetres, degrees or numbers. */
  parameters: Record<string, number>
}
