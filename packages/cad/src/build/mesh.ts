import type { Body, BodyState } from '../geometry/body.ts'
import { type Oc, withArena } from '../geometry/occ.ts'
import type { Topology } from '../geometry/topology.ts'

/** Triangles of a part; positions in mm. */
export interface Mesh {
  positions: Float32Array
  normals: Float32Array
  indices: Uint32Array
  /** The triangles of each face, as places in `indices`. */
  faces: { ref: string; start: number; count: number }[]
  bodies: { id: string; start: number; count: number }[]
  /** Pieces of edges: two points each. */
  lines: Float32Array
}

export interface Fineness {
  /** The largest distance from the true surface, in mm. */
  tolerance: number
  /** The largest angle between neighbouring triangles, in radians. */
  angle: number
}
/** For a screen; exports are finer. */
export const onScreen: Fineness = { tolerance: 0.1, angle: 0.5 }
export const forExport: Fineness = { tolerance: 0.02, angle: 0.2 }

export function meshState(oc: Oc, state: BodyState, topology: Topology, fineness: Fineness): Mesh {
  const parts = state.bodies.map((body) => meshBody(oc, body, fineness))
  const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + of(part), 0)
  const mesh: Mesh = {
    positions: new Float32Array(sum(({ positions }) => positions.length)),
    normals: new Float32Array(sum(({ normals }) => normals.length)),
    indices: new Uint32Array(sum(({ indices }) => indices.length)),
    faces: [],
    bodies: [],
    lines: new Float32Array(sum(({ lines }) => lines.length)),
  }
  const labels = topology.faces
  let [vertices, indices, lines, faces] = [0, 0, 0, 0]
  for (const [i, part] of parts.entries()) {
    mesh.positions.set(part.positions, vertices)
    mesh.normals.set(part.normals, vertices)
    mesh.lines.set(part.lines, lines)
    for (const [at, index] of part.indices.entries()) mesh.indices[indices + at] = index + vertices / 3
    for (const { start, count } of part.groups) {
      mesh.faces.push({ ref: `face:${labels[faces]?.labels[0] ?? ''}`, start: indices + start, count })
      faces += 1
    }
    mesh.bodies.push({ id: state.bodies[i]?.id ?? '', start: indices, count: part.indices.length })
    vertices += part.positions.length
    indices += part.indices.length
    lines += part.lines.length
  }
  return mesh
}

function meshBody(oc: Oc, { shape }: Body, { tolerance, angle }: Fineness) {
  return withArena((use) => {
    // Triangles of an earlier, finer mesh would be taken over.
    oc.BRepTools.Clean(shape, true)
    const data = use(oc.ReplicadMeshExtractor.extract(shape, tolerance, angle, false))
    const edges = use(oc.ReplicadEdgeMeshExtractor.extract(shape, tolerance, angle))
    // The memory may have moved while it was meshed, so that views are made afterwards.
    const { buffer } = oc.wasmMemory
    const groups = new Int32Array(buffer, data.getFaceGroupsPtr(), data.getFaceGroupsSize())
    return {
      positions: new Float32Array(buffer, data.getVerticesPtr(), data.getVerticesSize()).slice(),
      normals: new Float32Array(buffer, data.getNormalsPtr(), data.getNormalsSize()).slice(),
      indices: new Uint32Array(buffer, data.getTrianglesPtr(), data.getTrianglesSize()).slice(),
      groups: Array.from({ length: groups.length / 3 }, (_, i) => ({
        start: groups[3 * i] ?? 0,
        count: groups[3 * i + 1] ?? 0,
      })),
      lines: new Float32Array(buffer, edges.getLinesPtr(), edges.getLinesSize()).slice(),
    }
  })
}
