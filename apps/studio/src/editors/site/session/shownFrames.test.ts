import { expect, test } from 'vitest'
import { createShownFrames } from './shownFrames.ts'

test('a frame is there from when it is added until it is taken away', () => {
  const frames = createShownFrames()
  const one = { width: () => 390, element: () => undefined }
  const other = { width: () => 1440, element: () => undefined }
  const remove = frames.add(one)
  frames.add(other)
  expect(frames.all.get()).toEqual([one, other])
  remove()
  expect(frames.all.get()).toEqual([other])
})
