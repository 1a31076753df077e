import { strToU8, zipSync } from 'fflate'
import type { Mesh } from '../build/mesh.ts'

/** Triangles over points that neighbouring faces share, so that each edge belongs to two of them. */
export interface Welded {
  points: number[]
  triangles: number[]
}

export function weld({ positions, indices }: Pick<Mesh, 'positions' | 'indices'>): Welded {
  const places = new Map<string, number>()
  const points: number[] = []
  const at = Array.from({ length: positions.length / 3 }, (_, i) => {
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * i, 3 * i + 3)
    const key = `${x} ${y} ${z}`
    const known = places.get(key)
    if (known !== undefined) return known
    const place = points.length / 3
    points.push(x, y, z)
    places.set(key, place)
    return place
  })
  const triangles: number[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((k) => at[indices[i + k] ?? 0])
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c)
  }
  return { points, triangles }
}

/** A binary STL in millimetres. */
export function toStl(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const { points, triangles } = weld(mesh)
  const count = triangles.length / 3
  const bytes = new Uint8Array(84 + 50 * count)
  const view = new DataView(bytes.buffer)
  view.setUint32(80, count, true)
  for (let i = 0; i < count; i += 1) {
    const corners = [0, 1, 2].map((k) => {
      const at = 3 * (triangles[3 * i + k] ?? 0)
      return [points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0] as const
    })
    const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0]] = corners
    const [u, v] = [b, c].map((p) => [p[0] - a[0], p[1] - a[1], p[2] - a[2]] as const)
    const normal =
      u && v ? [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] : [0, 0, 0]
    const size = Math.hypot(...normal) || 1
    const values = [...normal.map((each) => each / size), ...a, ...b, ...c]
    for (const [k, value] of values.entries()) view.setFloat32(84 + 50 * i + 4 * k, value, true)
  }
  return bytes
}

const PACKAGE_TYPES = `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`
const PACKAGE_RELATIONS = `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`

/** A 3MF package: one object for each body, in millimetres. */
export function to3mf(mesh: Mesh): Uint8Array<ArrayBuffer> {
  const objects = mesh.bodies.map(({ start, count }, i) => {
    const { points, triangles } = weld({
      positions: mesh.positions,
      indices: mesh.indices.subarray(start, start + count),
    })
    const used = new Map<number, number>()
    const vertices: string[] = []
    const own = triangles.map((at) => {
      const known = used.get(at)
      if (known !== undefined) return known
      used.set(at, used.size)
      vertices.push(`<vertex x="${points[3 * at]}" y="${points[3 * at + 1]}" z="${points[3 * at + 2]}"/>`)
      return used.size - 1
    })
    const faces = Array.from(
      { length: own.length / 3 },
      (_, k) => `<triangle v1="${own[3 * k]}" v2="${own[3 * k + 1]}" v3="${own[3 * k + 2]}"/>`,
    )
    return `<object id="${i + 1}" type="model"><mesh><vertices>${vertices.join('')}</vertices><triangles>${faces.join('')}</triangles></mesh></object>`
  })
  const items = mesh.bodies.map((_, i) => `<item objectid="${i + 1}"/>`)
  const model = `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources>${objects.join('')}</resources><build>${items.join('')}</build></model>`
  const files = { '[Content_Types].xml': PACKAGE_TYPES, '_rels/.rels': PACKAGE_RELATIONS, '3D/3dmodel.model': model }
  // One date for all, so that equal parts are equal files.
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), {
    mtime: '1980-01-01',
  })
}
