import { createMemoryView } from '@atelier/documents'
import type { Engine } from '../src/build/builder.ts'
import type { Build } from '../src/build/types.ts'
import { addArc, addCircle, addLine, addPoint, createFeature, type PartDraft } from '../src/document/changes.ts'
import type { FeatureInputs, FeatureType, Ref } from '../src/document/inputs.ts'
import { readPart } from '../src/document/part.ts'

/** A part that a test makes step by step. @param engine builds it; without, it is only written */
export function createMaker(engine?: Engine) {
  const draft = createMemoryView()
  let count = 0
  const part: PartDraft = { draft, newId: () => `id${String(count++).padStart(8, '0')}` }
  const feature = <T extends FeatureType>(type: T, inputs: FeatureInputs<T>): string =>
    createFeature(part, type, inputs)
  const sketch = (plane: Ref = 'xy') => feature('sketch', { plane })
  return {
    draft,
    part,
    feature,
    sketch,
    /** A closed outline of straight lines; returns the ids of its lines. */
    polygon(id: string, corners: readonly (readonly [number, number])[]): string[] {
      const points = corners.map(([x, y]) => addPoint(part, id, x, y))
      return points.map((a, i) => addLine(part, id, a, points[(i + 1) % points.length] ?? a))
    },
    line: (id: string, from: readonly [number, number], to: readonly [number, number], construction = false) =>
      addLine(part, id, addPoint(part, id, ...from), addPoint(part, id, ...to), construction),
    circle: (id: string, x: number, y: number, r: number) => addCircle(part, id, addPoint(part, id, x, y), r),
    arc: (
      id: string,
      a: readonly [number, number],
      b: readonly [number, number],
      c: readonly [number, number],
      ccw = true,
    ) =>
      addArc(part, id, { a: addPoint(part, id, ...a), b: addPoint(part, id, ...b), c: addPoint(part, id, ...c), ccw }),
    /** A box in the middle of the plane, standing on it. */
    box(width: number, depth: number, height: number, plane: Ref = 'xy'): string {
      const id = sketch(plane)
      const [x, y] = [width / 2, depth / 2]
      this.polygon(id, [
        [-x, -y],
        [x, -y],
        [x, y],
        [-x, y],
      ])
      return feature('extrude', { sketch: id, op: 'add', distance: height })
    },
    build(): Build {
      if (!engine) throw new Error('The part was begun without a kernel.')
      return engine.build(readPart(draft), ({ build }) => build)
    },
  }
}
