import type { Engine } from '../src/build/builder.ts'
import { createCaller } from './context.ts'

/** Calls on a part that succeed. @param called is told the name of each operation */
export function createFormPart(engine: Engine, called: Set<string>) {
  const caller = createCaller(engine)
  const ok = async (name: string, input: object = {}) => {
    called.add(name)
    return caller.ok(name, input)
  }
  const idOf = async (name: string, input: object, of = 'featureId') => String((await ok(name, input))[of])
  return {
    ok,
    idOf,
    sketch: (plane = 'xy') => idOf('createSketch', { planeType: 'datumRole', planeRef: plane }, 'sketchId'),
    extrude: (sketchId: string, distance: number, more: object = {}) =>
      idOf('createExtrude', { sketchId, op: 'add', distance, ...more }),
    /** A box of 30 × 20 × 10 mm; returns the face on top. */
    box: async () => `face:${await idOf('createBox', { width: 30, depth: 20, height: 10 }, 'extrudeId')}/end`,
  }
}
export type FormPart = ReturnType<typeof createFormPart>

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
export const at = (x: number, y: number) => ({ x, y })
export const alongZ = { axisX: 0, axisY: 0, axisZ: 1 }
export const oneEdge = { edges: { nearest: { x: 15, y: 10, z: 5 } } }

/** Lines from each point to the next and back to the first, over shared points. Returns the ids of lines and points. */
export async function polygon(part: FormPart, corners: readonly (readonly [number, number])[]) {
  const points: string[] = []
  const lines: string[] = []
  for (const [i, [x, y]] of corners.entries()) {
    const next = corners[(i + 1) % corners.length] ?? [x, y]
    const isLast = i === corners.length - 1
    const line = await part.ok('addLine', {
      start: at(x, y),
      end: at(next[0], next[1]),
      ...(i > 0 ? { startPointId: points.at(-1) } : {}),
      ...(isLast ? { endPointId: points[0] } : {}),
    })
    if (i === 0) points.push(String(line.startPointId))
    points.push(String(line.endPointId))
    lines.push(String(line.lineId))
  }
  return { points: points.slice(0, corners.length), lines }
}

/** A ring of a section of 4 × 2 mm, ten from the axis. */
export async function ringSketch(part: FormPart) {
  const sketchId = await part.sketch('xz')
  await part.ok('addRectangle', { corner1: at(8, 0), corner2: at(12, 2) })
  const axisLineId = await part.idOf('addLine', { start: at(0, 0), end: at(0, 9), construction: true }, 'lineId')
  return { sketchId, axisLineId, op: 'add' }
}

/** A part by calls, whose volume is known by a formula. */
export interface Form {
  volume: number
  area?: number
  bodies?: number
  make(part: FormPart): Promise<unknown>
}

/** The extrusions of a part, whose bodies they begin. */
export async function bodiesOf(part: FormPart): Promise<string[]> {
  const { features } = await part.ok('getModelContext')
  const solids = (Array.isArray(features) ? features : []).filter(({ type }) => type === 'extrude')
  return solids.map(({ id }) => String(id))
}
