import { expect, test, vi } from 'vitest'
import { createStore, patchStore } from '../../../documents/store.ts'
import { onceSelected, type Selected } from './shownSelection.ts'

test('the panel follows a selection after the frame that shows it, once for many, and no other change', () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  const drawFrame = () => {
    for (const task of frames.splice(0)) task()
  }
  const state = createStore<Selected & { hovered: string }>({ selected: undefined, selection: [], hovered: '' })
  const followed: (string | undefined)[] = []
  const stop = onceSelected(state, ({ selected }) => followed.push(selected))
  patchStore(state, { hovered: 'a' })
  expect(frames).toHaveLength(0)
  for (const id of ['a', 'b']) patchStore(state, { selected: id, selection: [id] })
  drawFrame()
  expect(followed).toEqual([])
  drawFrame()
  expect(followed).toEqual(['b'])
  patchStore(state, { selected: 'c' })
  stop()
  vi.unstubAllGlobals()
})
