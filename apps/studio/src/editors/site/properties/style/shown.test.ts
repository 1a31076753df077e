import { expect, test, vi } from 'vitest'
import { createSnapshot, onceShown } from './shown.ts'

test('what was asked for once is read before anything else the next time, and read again in a later task', async () => {
  vi.useFakeTimers()
  const reads: string[] = []
  const read = (name: string) => {
    reads.push(name)
    return `${name} ${reads.length}`
  }
  const snapshot = createSnapshot()
  snapshot.take(read)
  expect(snapshot.get('width', read)).toBe('width 1')
  snapshot.take(read)
  reads.length = 0
  expect(snapshot.get('width', read)).toBe('width 2')
  expect(reads).toEqual([])
  vi.runAllTimers()
  expect(snapshot.get('width', read)).toBe('width 1')
  vi.useRealTimers()
})

test('many changes before the next frame are shown once, in the second frame, and none after the end', () => {
  const frames: (() => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (task: () => void) => frames.push(task))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  let changed = () => {}
  let shown = 0
  const stop = onceShown(
    (listener) => {
      changed = listener
      return () => {}
    },
    () => {
      shown += 1
    },
  )
  for (let at = 0; at < 5; at += 1) changed()
  for (const task of frames.splice(0)) task()
  expect(shown).toBe(0)
  for (const task of frames.splice(0)) task()
  expect(shown).toBe(1)
  changed()
  stop()
  expect(shown).toBe(1)
  vi.unstubAllGlobals()
})
