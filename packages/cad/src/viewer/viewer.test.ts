import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import type { Mesh } from '../build/mesh.ts'
import { toGlb } from '../exchange/glb.ts'
import { dot } from '../geometry/vector.ts'
import { axesOf, between, boundsOf, fitted, lookFrom, orbited, panned, zoomed } from './camera.ts'
import { readGlb } from './glb.ts'

/** Two triangles of two bodies, 80 × 40 mm, with an edge. */
const mesh: Mesh = {
  positions: new Float32Array([0, 0, 0, 80, 0, 0, 80, 40, 0, 0, 40, 0]),
  normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]),
  indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
  lines: new Float32Array([0, 0, 0, 80, 0, 0]),
  faces: [],
  bodies: [
    { id: 'a', start: 0, count: 3 },
    { id: 'b', start: 3, count: 3 },
  ],
}
const size = { width: 960, height: 720 }

test('a GLB is read as it was written, in metres and with Y up', () => {
  const { positions, normals, indices, lines } = readGlb(toGlb(mesh).buffer)
  expect([...positions.slice(6, 9)].map((each) => Math.round(each * 1e6) / 1e6)).toEqual([0.08, 0, -0.04])
  expect([...normals.slice(0, 3)].map((each) => each + 0)).toEqual([0, 1, 0])
  expect([...indices]).toEqual([0, 1, 2, 0, 2, 3])
  expect(lines).toHaveLength(6)
})

test('an empty part is read, and a file that is no GLB or is cut off is refused', () => {
  const none = {
    ...mesh,
    positions: new Float32Array(),
    indices: new Uint32Array(),
    lines: new Float32Array(),
    bodies: [],
  }
  expect(readGlb(toGlb(none).buffer).indices).toHaveLength(0)
  expect(() => readGlb(new ArrayBuffer(40))).toThrow('no GLB')
  expect(() => readGlb(new ArrayBuffer(3))).toThrow('no GLB')
  expect(() => readGlb(toGlb(mesh).buffer.slice(0, -20))).toThrow()
})

test('the seven views have the axes of the pictures', () => {
  const { positions } = readGlb(toGlb(mesh).buffer)
  const round = (axis: readonly number[]) => axis.map((each) => Math.round(each * 1e6) / 1e6 + 0)
  const top = axesOf(lookFrom('top', positions, size))
  expect(round(top.viewer)).toEqual([0, 1, 0])
  // The part's Y is up.
  expect(round(top.up)).toEqual([0, 0, -1])
  expect(round(axesOf(lookFrom('right', positions, size)).viewer)).toEqual([1, 0, 0])
  const { right, up, viewer } = axesOf(lookFrom('iso', positions, size))
  expect([dot(right, up), dot(up, viewer), dot(right, viewer)].every((each) => Math.abs(each) < 1e-9)).toBe(true)
})

test('a part fits, is zoomed at the pointer, moved and turned', () => {
  const { positions } = readGlb(toGlb(mesh).buffer)
  const bounds = boundsOf(positions)
  const camera = lookFrom('top', positions, size)
  expect(camera.zoom * 0.08).toBeCloseTo(960 * 0.88, 3)
  expect(camera.target[0]).toBeCloseTo(0.04)
  const at = { x: 100, y: 50 }
  const near = zoomed(camera, 2, at, bounds, size)
  const under = (of: typeof camera) => {
    const { right, up } = axesOf(of)
    return [dot(of.target, right) + at.x / of.zoom, dot(of.target, up) - at.y / of.zoom]
  }
  expect(under(near)[0]).toBeCloseTo(under(camera)[0] ?? 0, 6)
  expect(under(near)[1]).toBeCloseTo(under(camera)[1] ?? 0, 6)
  expect(zoomed(camera, 1e9, at, bounds, size).zoom).toBeLessThan(camera.zoom * 100)
  expect(panned(camera, 10, 0).target[0]).toBeLessThan(camera.target[0])
  expect(orbited(camera, 0, 5).pitch).toBe(Math.PI / 2)
  expect(fitted(near, positions, size).zoom).toBeCloseTo(camera.zoom)
  // From the left to the back is a quarter of a turn.
  const [left, back] = [lookFrom('left', positions, size), lookFrom('back', positions, size)]
  expect(between(left, back, 1).yaw).toBeCloseTo(-Math.PI)
})

test('the viewer has no dependency and at most 12 kB', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./element.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  })
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(12_000)
  expect(Object.keys(metafile.inputs).filter((path) => path.includes('node_modules'))).toEqual([])
})
