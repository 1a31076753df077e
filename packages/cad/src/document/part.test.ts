import { createMemoryView, createOverlay, undoPatches } from '@atelier/documents'
import { expect, test } from 'vitest'
import { addConstraint, addLine, addPoint, createFeature, deleteThing, setInput, writeField } from './changes.ts'
import { checkPartValue } from './check.ts'
import { dependantsOf } from './dependants.ts'
import { readPart } from './part.ts'
import { listPart, partsType, readParts } from './partsType.ts'
import { partType } from './partType.ts'

function drafted() {
  const draft = createMemoryView()
  let count = 0
  const part = { draft, newId: () => `id${String(count++).padStart(8, '0')}`, run: 'run-1' }
  const sketch = createFeature(part, 'sketch', { plane: 'xy' })
  const [a, b] = [addPoint(part, sketch, 0, 0), addPoint(part, sketch, 10, 0)]
  const line = addLine(part, sketch, a, b)
  const length = addConstraint(part, sketch, 'distance', { points: [a, b] }, 'w')
  const extrude = createFeature(part, 'extrude', { sketch, op: 'add', distance: 5 })
  const fillet = createFeature(part, 'fillet', { edges: { edges: { createdBy: extrude } }, radius: 1 })
  return { part, draft, sketch, a, b, line, length, extrude, fillet }
}

test('a part is read as it was made, and later edits stand over it', () => {
  const { part, draft, extrude, fillet, length } = drafted()
  setInput(part, extrude, 'distance', 'h * 2')
  writeField(part, `${extrude}/name`, 'Plate')
  writeField(part, `${fillet}/suppressed`, true)
  writeField(part, `${length}/value`, 12)
  const { features, constraints } = readPart(draft)
  expect(features.map(({ name, suppressed }) => [name, suppressed])).toEqual([
    ['Sketch 1', false],
    ['Plate', false],
    ['Fillet 1', true],
  ])
  expect(features[1]?.inputs.distance).toBe('h * 2')
  expect(features[0]?.run).toBe('run-1')
  expect(constraints[0]).toMatchObject({ type: 'distance', value: 12 })
  deleteThing(part, fillet)
  expect(readPart(draft).features).toHaveLength(2)
})

test('a configuration changes parameters and suppresses features', () => {
  const { part, draft, fillet } = drafted()
  writeField(part, 'parameter-00001', { kind: 'parameter', name: 'w', expression: '10', order: 'a0' })
  writeField(part, 'configuration-00001', { kind: 'configuration', name: 'Large' })
  writeField(part, 'configuration-00001/value:parameter-00001', '20 mm')
  writeField(part, `configuration-00001/suppressed:${fillet}`, true)
  expect(readPart(draft).parameters[0]?.expression).toBe('10')
  writeField(part, 'meta/configuration', 'configuration-00001')
  const large = readPart(draft)
  expect(large.parameters[0]?.expression).toBe('20 mm')
  expect(large.features.at(-1)?.suppressed).toBe(true)
  expect(readPart(draft, null).parameters[0]?.expression).toBe('10')
})

test('features that depend on another are found, also over a line of its sketch', () => {
  const { draft, sketch, extrude, fillet, line } = drafted()
  const part = readPart(draft)
  expect(dependantsOf(part, [sketch]).map(({ id }) => id)).toEqual([extrude, fillet])
  expect(dependantsOf(part, [fillet])).toEqual([])
  expect(line).toMatch(/^line-/)
})

test.each([
  ['extrude-00001', { kind: 'feature', type: 'extrude', name: 'X', order: 'a0', inputs: { sketch: 's', op: 'melt' } }],
  ['extrude-00001', { kind: 'feature', type: 'extrude', name: 'X', order: 'a0' }],
  ['point-00001', { kind: 'point', sketch: 's', xy: [0] }],
  ['point-00001', { kind: 'point', sketch: 's', xy: [0, 1e12] }],
  ['point-00001', { kind: 'point', sketch: 's', xy: [0, Number.NaN] }],
  ['nothing', {}],
  ['meta/units', 'parsec'],
  ['fillet-99999/name', 'A name of nothing'],
  ['parameter-00001', { kind: 'parameter', name: 'constructor()', expression: '1', order: 'a0' }],
])('a part refuses %s with a value of another shape', (key, value) => {
  expect(checkPartValue(key, value, () => undefined)).toBeTypeOf('string')
})

test('a part keeps a feature of a type that a newer server knows', () => {
  const value = { kind: 'feature', type: 'weld', name: 'Weld', order: 'a0', inputs: { seam: 1 } }
  expect(checkPartValue('weld-00001', value, () => undefined)).toBeUndefined()
})

test('undo keeps a sketch that a feature of another user depends on', () => {
  const base = createMemoryView()
  const draft = createOverlay(base)
  let count = 0
  const part = { draft, newId: () => `id${String(count++).padStart(8, '0')}` }
  const sketch = createFeature(part, 'sketch', { plane: 'xy' })
  const patches = draft.patches()
  createFeature(part, 'extrude', { sketch, op: 'add', distance: 5 }, { name: 'Base' })
  const { kept } = undoPatches(draft, patches, { guard: partType.undoGuard })
  expect(kept).toEqual([{ key: sketch, reason: 'Base of another user depends on it.' }])
})

test('changes are described by the names of features', () => {
  const { part, draft: before, extrude } = drafted()
  const after = createOverlay(before)
  setInput({ ...part, draft: after }, extrude, 'distance', 8)
  const { lines } = partType.describe({ documentId: 'p', kind: 'part', patches: after.patches(), before, after }, [])
  expect(lines).toMatchObject([{ kind: 'changed', label: 'Extrude 1: distance', before: '5', after: '8' }])
})

test('the list of parts is read in its order, without those that are deleted', () => {
  const draft = createMemoryView()
  listPart(draft, { id: 'b', name: 'Lid', order: 'a1' })
  listPart(draft, { id: 'a', name: 'Box', order: 'a0', folder: 'f' })
  listPart(draft, { id: 'c', name: 'Old', order: 'a2' })
  draft.set('part:c/deleted', true)
  draft.set('part:b/name', 'Cover')
  draft.set('partFolder:f', { name: 'Enclosure' })
  expect(readParts(draft)).toEqual({
    parts: [
      { id: 'a', name: 'Box', order: 'a0', folder: 'f' },
      { id: 'b', name: 'Cover', order: 'a1' },
    ],
    folders: [{ id: 'f', name: 'Enclosure' }],
  })
  expect(
    partsType.accepts?.(
      'part:x',
      { name: '' },
      () => undefined,
      () => [],
    ),
  ).toBeTypeOf('string')
  expect(
    partsType.accepts?.(
      'page:x',
      {},
      () => undefined,
      () => [],
    ),
  ).toBeTypeOf('string')
})
