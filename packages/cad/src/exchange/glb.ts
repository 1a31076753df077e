import type { Mesh } from '../build/mesh.ts'

const TRIANGLES = 4
const LINES = 1
const FLOAT = 5126
const UINT = 5125

/**
 * A binary glTF in metres, Y up: a node for each body, and the edges as lines.
 * @param colour of the bodies, as linear red, green and blue from 0 to 1
 */
export function toGlb(
  mesh: Mesh,
  colour: readonly [number, number, number] = [0.6, 0.64, 0.7],
): Uint8Array<ArrayBuffer> {
  const turn = (from: Float32Array, scale: number) => {
    const to = new Float32Array(from.length)
    for (let i = 0; i < from.length; i += 3) {
      to[i] = (from[i] ?? 0) * scale
      to[i + 1] = (from[i + 2] ?? 0) * scale
      to[i + 2] = -(from[i + 1] ?? 0) * scale
    }
    return to
  }
  const chunks: Uint8Array[] = []
  const bufferViews: object[] = []
  const accessors: object[] = []
  let offset = 0
  const push = (array: Float32Array | Uint32Array, target?: number): number => {
    chunks.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
    bufferViews.push({ buffer: 0, byteOffset: offset, byteLength: array.byteLength, ...(target ? { target } : {}) })
    offset += array.byteLength
    return bufferViews.length - 1
  }
  const vectors = (array: Float32Array, bounded: boolean): number => {
    accessors.push({
      bufferView: push(array, 34962),
      componentType: FLOAT,
      count: array.length / 3,
      type: 'VEC3',
      ...(bounded ? boundsOf(array) : {}),
    })
    return accessors.length - 1
  }
  const meshes: object[] = []
  if (mesh.indices.length > 0) {
    const position = vectors(turn(mesh.positions, 0.001), true)
    const normal = vectors(turn(mesh.normals, 1), false)
    for (const { start, count } of mesh.bodies) {
      accessors.push({
        bufferView: push(mesh.indices.slice(start, start + count), 34963),
        componentType: UINT,
        count,
        type: 'SCALAR',
      })
      const indices = accessors.length - 1
      meshes.push({
        primitives: [{ attributes: { POSITION: position, NORMAL: normal }, indices, material: 0, mode: TRIANGLES }],
      })
    }
  }
  if (mesh.lines.length > 0)
    meshes.push({
      primitives: [{ attributes: { POSITION: vectors(turn(mesh.lines, 0.001), true) }, material: 1, mode: LINES }],
    })
  const [red, green, blue] = colour
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [meshes.length > 0 ? { nodes: meshes.map((_, i) => i) } : {}],
    ...(meshes.length > 0
      ? {
          nodes: meshes.map((_, i) => ({ mesh: i, name: mesh.bodies[i]?.id ?? 'edges' })),
          meshes,
          materials: [
            {
              pbrMetallicRoughness: {
                baseColorFactor: [red, green, blue, 1],
                metallicFactor: 0.1,
                roughnessFactor: 0.6,
              },
            },
            { pbrMetallicRoughness: { baseColorFactor: [0.05, 0.05, 0.06, 1], metallicFactor: 0, roughnessFactor: 1 } },
          ],
          accessors,
          bufferViews,
          buffers: [{ byteLength: offset }],
        }
      : {}),
  }
  return pack(new TextEncoder().encode(JSON.stringify(json)), chunks, offset)
}

function pack(json: Uint8Array, chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const jsonSize = Math.ceil(json.length / 4) * 4
  const hasBinary = size > 0
  const total = 12 + 8 + jsonSize + (hasBinary ? 8 + size : 0)
  const bytes = new Uint8Array(total)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of [0x46546c67, 2, total, jsonSize, 0x4e4f534a].entries()) view.setUint32(4 * i, value, true)
  bytes.fill(0x20, 20, 20 + jsonSize)
  bytes.set(json, 20)
  if (!hasBinary) return bytes
  view.setUint32(20 + jsonSize, size, true)
  view.setUint32(24 + jsonSize, 0x004e4942, true)
  let at = 28 + jsonSize
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function boundsOf(array: Float32Array): { min: number[]; max: number[] } {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const max = min.map((each) => -each)
  for (const [i, value] of array.entries()) {
    min[i % 3] = Math.min(min[i % 3] ?? value, value)
    max[i % 3] = Math.max(max[i % 3] ?? value, value)
  }
  return { min, max }
}
