import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Index = Type.Integer({ minimum: 0 })
const Three = Type.Array(Type.Number(), { minItems: 3, maxItems: 3 })
const Document = Type.Object({
  asset: Type.Object({ version: Type.Literal('2.0') }),
  scene: Type.Optional(Index),
  scenes: Type.Array(Type.Object({ nodes: Type.Optional(Type.Array(Index, { minItems: 1, uniqueItems: true })) })),
  nodes: Type.Optional(Type.Array(Type.Object({ mesh: Index, name: Type.String() }), { minItems: 1 })),
  meshes: Type.Optional(
    Type.Array(
      Type.Object({
        primitives: Type.Array(
          Type.Object({
            attributes: Type.Object({ POSITION: Index, NORMAL: Type.Optional(Index) }, { additionalProperties: false }),
            indices: Type.Optional(Index),
            material: Index,
            mode: Type.Integer({ minimum: 0, maximum: 6 }),
          }),
          { minItems: 1 },
        ),
      }),
      { minItems: 1 },
    ),
  ),
  materials: Type.Optional(Type.Array(Type.Object({ pbrMetallicRoughness: Type.Object({}) }), { minItems: 1 })),
  accessors: Type.Optional(
    Type.Array(
      Type.Object({
        bufferView: Index,
        componentType: Type.Enum([5125, 5126]),
        count: Type.Integer({ minimum: 1 }),
        type: Type.Enum(['SCALAR', 'VEC3']),
        min: Type.Optional(Three),
        max: Type.Optional(Three),
      }),
      { minItems: 1 },
    ),
  ),
  bufferViews: Type.Optional(
    Type.Array(
      Type.Object({
        buffer: Type.Literal(0),
        byteOffset: Index,
        byteLength: Type.Integer({ minimum: 1 }),
        target: Type.Optional(Type.Enum([34962, 34963])),
      }),
      { minItems: 1 },
    ),
  ),
  buffers: Type.Optional(Type.Array(Type.Object({ byteLength: Type.Integer({ minimum: 1 }) }), { maxItems: 1 })),
})

/**
 * The faults of a GLB by the rules of the glTF 2.0 specification that concern what is written here: header and chunks,
 * alignment, bounds of buffers and accessors, least and largest positions, indices, and the length of normals.
 */
export function glbFaults(bytes: Uint8Array<ArrayBuffer>): string[] {
  const faults: string[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const word = (at: number) => view.getUint32(at, true)
  if (word(0) !== 0x46546c67 || word(4) !== 2) return ['The header is not that of a GLB of version 2.']
  if (word(8) !== bytes.length) faults.push('The length in the header is not that of the file.')
  const jsonSize = word(12)
  if (word(16) !== 0x4e4f534a || jsonSize % 4 !== 0) return [...faults, 'The first chunk is no aligned JSON.']
  const json: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(20, 20 + jsonSize)))
  if (!Value.Check(Document, json)) return [...faults, ...[...Value.Errors(Document, json)].map((each) => each.message)]
  const {
    scene = 0,
    scenes,
    nodes = [],
    meshes = [],
    materials = [],
    accessors = [],
    bufferViews = [],
    buffers = [],
  } = json
  const binary = bytes.length > 20 + jsonSize ? 28 + jsonSize : undefined
  if (binary !== undefined && (word(binary - 4) !== 0x004e4942 || word(binary - 8) % 4 !== 0))
    faults.push('The second chunk is no aligned buffer.')
  const size = buffers[0]?.byteLength ?? 0
  const chunk = binary === undefined ? 0 : word(binary - 8)
  if (chunk < size || chunk > size + 3) faults.push('The buffer and its chunk have different lengths.')
  if (binary !== undefined && binary + chunk !== bytes.length) faults.push('Something follows the buffer.')
  if (scene >= scenes.length) faults.push('There is no such scene.')
  const listed = scenes.flatMap((each) => each.nodes ?? [])
  if (listed.some((node) => node >= nodes.length)) faults.push('A scene names a node that is not there.')
  if (nodes.some(({ mesh }) => mesh >= meshes.length)) faults.push('A node names a mesh that is not there.')

  for (const [i, { byteOffset, byteLength }] of bufferViews.entries())
    if (byteOffset + byteLength > size) faults.push(`The view ${i} reaches beyond the buffer.`)

  const read = (i: number): Float32Array | Uint32Array | undefined => {
    const accessor = accessors[i]
    const within = accessor && bufferViews[accessor.bufferView]
    if (!accessor || !within || binary === undefined) {
      faults.push(`The accessor ${i} or its view is not there.`)
      return undefined
    }
    const length = accessor.count * (accessor.type === 'VEC3' ? 3 : 1)
    if (within.byteOffset % 4 !== 0) faults.push(`The accessor ${i} is not aligned.`)
    if (4 * length > within.byteLength) {
      faults.push(`The accessor ${i} reaches beyond its view.`)
      return undefined
    }
    const from = bytes.byteOffset + binary + within.byteOffset
    const own = bytes.buffer.slice(from, from + 4 * length)
    return accessor.componentType === 5126 ? new Float32Array(own) : new Uint32Array(own)
  }

  for (const { primitives } of meshes) {
    for (const { attributes, indices, material, mode } of primitives) {
      if (material >= materials.length) faults.push('A material is not there.')
      const positions = read(attributes.POSITION)
      const { min, max, count = 0, type, componentType } = accessors[attributes.POSITION] ?? {}
      if (type !== 'VEC3' || componentType !== 5126) faults.push('Positions are not of three floats.')
      for (const axis of [0, 1, 2]) {
        const along = [...(positions ?? [])].filter((_, i) => i % 3 === axis)
        if (along.some((each) => !Number.isFinite(each))) faults.push('A position is not finite.')
        const bounds = along.reduce(([least, most], each) => [Math.min(least, each), Math.max(most, each)] as const, [
          Number.POSITIVE_INFINITY,
          Number.NEGATIVE_INFINITY,
        ] as const)
        if (min?.[axis] !== bounds[0] || max?.[axis] !== bounds[1])
          faults.push('The least or the largest position is not what the accessor says.')
      }
      if (attributes.NORMAL !== undefined) {
        const normals = read(attributes.NORMAL)
        if (accessors[attributes.NORMAL]?.count !== count) faults.push('There are not as many normals as positions.')
        for (let i = 0; normals && i < normals.length; i += 3) {
          const length = Math.hypot(normals[i] ?? 0, normals[i + 1] ?? 0, normals[i + 2] ?? 0)
          if (!(Math.abs(length - 1) <= 5e-4)) faults.push(`The normal ${i / 3} is ${length} long.`)
        }
      }
      const order = indices === undefined ? undefined : read(indices)
      if (indices !== undefined && accessors[indices]?.componentType !== 5125)
        faults.push('Indices are not whole numbers.')
      if (order?.some((each) => each >= count)) faults.push('An index names a point that is not there.')
      const corners = order?.length ?? count
      if (corners % (mode === 4 ? 3 : 2) !== 0) faults.push('A triangle or a line is cut off.')
    }
  }
  return faults
}
