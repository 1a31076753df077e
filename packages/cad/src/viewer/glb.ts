import type { PartModel } from './model.ts'

const MAGIC = 0x46546c67
const JSON_CHUNK = 0x4e4f534a
const BINARY_CHUNK = 0x004e4942
const LINES = 1
const TRIANGLES = 4
const USHORT = 5123
const UINT = 5125
const FLOAT = 5126

interface Accessor {
  bufferView?: number
  byteOffset?: number
  componentType: number
  count: number
  type: string
}
interface Primitive {
  attributes: Record<string, number>
  indices?: number
  mode?: number
}
interface Gltf {
  meshes?: { primitives: Primitive[] }[]
  accessors?: Accessor[]
  bufferViews?: { byteOffset?: number; byteLength: number; byteStride?: number }[]
}

/**
 * Reads a binary glTF as this package writes it: triangles with normals and lines, without transforms.
 * @throws Error if it is another file, or is cut off
 */
export function readGlb(bytes: ArrayBuffer): PartModel {
  const { json, binary } = chunksOf(bytes)
  const parsed: Gltf = JSON.parse(new TextDecoder().decode(json))
  const numbers = (accessor: number | undefined): Float32Array | Uint16Array | Uint32Array => {
    const { bufferView = -1, byteOffset = 0, componentType, count, type } = found(parsed.accessors, accessor ?? -1)
    const view = found(parsed.bufferViews, bufferView)
    if (view.byteStride !== undefined) throw new Error('The GLB has interleaved values.')
    const at = binary.byteOffset + (view.byteOffset ?? 0) + byteOffset
    const size = type === 'VEC3' ? 3 * count : count
    switch (componentType) {
      case FLOAT:
        return new Float32Array(bytes, at, size)
      case UINT:
        return new Uint32Array(bytes, at, size)
      case USHORT:
        return new Uint16Array(bytes, at, size)
      default:
        throw new Error('The GLB has numbers of another type.')
    }
  }

  const read = new Map<string, number>()
  const [positions, normals, lines]: Float32Array[][] = [[], [], []]
  const indices: Uint32Array[] = []
  let points = 0
  for (const { attributes, indices: order, mode = TRIANGLES } of (parsed.meshes ?? []).flatMap(
    (each) => each.primitives,
  )) {
    const { POSITION: position, NORMAL: normal } = attributes
    if (mode === LINES) {
      lines?.push(Float32Array.from(numbers(position)))
      continue
    }
    if (mode !== TRIANGLES) continue
    // Bodies share their points.
    const key = `${position} ${normal}`
    let first = read.get(key)
    if (first === undefined) {
      first = points
      read.set(key, first)
      const [at, facing] = [Float32Array.from(numbers(position)), Float32Array.from(numbers(normal))]
      if (at.length !== facing.length) throw new Error('The GLB has points without normals.')
      positions?.push(at)
      normals?.push(facing)
      points += at.length / 3
    }
    const from = first
    indices.push(Uint32Array.from(numbers(order), (index) => index + from))
  }
  const model = {
    positions: joinFloats(positions ?? []),
    normals: joinFloats(normals ?? []),
    indices: joinIndices(indices),
    lines: joinFloats(lines ?? []),
  }
  if (model.indices.some((index) => index >= points)) throw new Error('The GLB names points that it does not have.')
  return model
}

function chunksOf(bytes: ArrayBuffer): { json: Uint8Array; binary: Uint8Array } {
  const view = new DataView(bytes)
  if (bytes.byteLength < 20 || view.getUint32(0, true) !== MAGIC || view.getUint32(16, true) !== JSON_CHUNK)
    throw new Error('This is no GLB.')
  const jsonSize = view.getUint32(12, true)
  const json = new Uint8Array(bytes, 20, jsonSize)
  const at = 20 + jsonSize
  if (at + 8 > bytes.byteLength || view.getUint32(at + 4, true) !== BINARY_CHUNK)
    return { json, binary: json.subarray(0, 0) }
  return { json, binary: new Uint8Array(bytes, at + 8, view.getUint32(at, true)) }
}

function found<Item>(items: readonly Item[] | undefined, index: number): Item {
  const item = items?.[index]
  if (item === undefined) throw new Error('The GLB names something that it does not have.')
  return item
}

function joinFloats(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}

function joinIndices(pieces: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  const joined = new Uint32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}
