export type { Failing } from '../build/builder.ts'

import type { CheckOptions, ShapeFinding } from '../build/check.ts'
import type { DescribedEdge, DescribedFace, DescribedRef } from '../build/describe.ts'
import type { Mesh } from '../build/mesh.ts'
import type { ProjectedEdge } from '../build/projection.ts'
import type { Candidate } from '../build/repair.ts'
import type { Build } from '../build/types.ts'
import type { EdgeCriteria, FaceCriteria, Ref } from '../document/inputs.ts'
import type { Part } from '../document/part.ts'
import type { ErrorCode, ErrorDetails } from '../error/featureError.ts'
import type { PictureView } from '../exchange/views.ts'
import type { V3 } from '../geometry/vector.ts'

export const exportFormats = ['step', 'stl', '3mf', 'glb'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** A question about what a part makes. Plain JSON, so that it crosses threads and names what is cached. */
export type Ask =
  | { kind: 'build' }
  | { kind: 'faces'; criteria: FaceCriteria }
  | { kind: 'edges'; criteria: EdgeCriteria }
  | { kind: 'refs'; refs: readonly string[] }
  | { kind: 'distance'; refs: readonly [string, string] }
  | { kind: 'angle'; refs: readonly [string, string] }
  | { kind: 'inertia' }
  | ({ kind: 'check' } & CheckOptions)
  /** The possible meanings of a ref that is lost or ambiguous, among the bodies before a feature or at the end. */
  | { kind: 'repair'; ref: string; before?: string }
  /** The places of edges in the plane of a sketch. */
  | { kind: 'projection'; sketch: string; refs: readonly Ref[] }
  | { kind: 'mesh'; tolerance?: number; angle?: number }
  | { kind: 'export'; format: ExportFormat; name: string }
  | { kind: 'picture'; view: PictureView; width: number; height: number }
  /** The picture as a PNG; faces that are marked are drawn in colour. */
  | { kind: 'snapshot'; view: PictureView; width: number; height: number; mark: readonly string[] }

export type Answer =
  | { kind: 'build'; build: Build }
  | { kind: 'faces'; faces: DescribedFace[] }
  | { kind: 'edges'; edges: DescribedEdge[] }
  | { kind: 'refs'; items: DescribedRef[] }
  | { kind: 'distance'; distance: number; points: [V3, V3] }
  | { kind: 'angle'; degrees: number }
  /** About the centre of mass, in g·mm². */
  | { kind: 'inertia'; inertia: { xx: number; yy: number; zz: number } }
  | { kind: 'check'; findings: ShapeFinding[] }
  | { kind: 'repair'; status: 'found' | 'ambiguous' | 'lost'; candidates: Candidate[] }
  | { kind: 'projection'; edges: ProjectedEdge[] }
  | { kind: 'mesh'; mesh: Mesh }
  | { kind: 'export'; bytes: Uint8Array<ArrayBuffer> }
  /** Rows of pixels from the top, each red, green, blue and opacity. */
  | { kind: 'picture'; pixels: Uint8Array<ArrayBuffer> }
  | { kind: 'snapshot'; png: Uint8Array<ArrayBuffer> }
  /** The question has no answer: a ref is lost, for example. */
  | ({ kind: 'refused'; code: ErrorCode; message: string } & ErrorDetails)

/**
 * Builds parts. A pure function of its arguments: an implementation MAY answer from a cache, ask elsewhere, or ask twice.
 * It MUST answer within its deadline, and MUST answer `refused` (`kernel_timeout`, `kernel_crashed`) where it cannot.
 */
export interface Kernel {
  evaluate(part: Part, ask: Ask): Promise<Answer>
}
