import { expect, test } from 'vitest'
import type { PartSource, PublishedPart } from '../context/parts.ts'
import { createPartShelf } from './shelf.ts'

const published = (partId: string): PublishedPart => ({
  model: { path: `parts/${partId}.glb`, contentType: 'model/gltf-binary', blob: partId },
  picture: { path: `parts/${partId}.webp`, contentType: 'image/webp', blob: partId },
  width: 4,
  height: 3,
})

/** Parts whose files are made when the test says so. */
function createSlowSource() {
  const waiting = new Map<string, (made: PublishedPart | { problem: string }) => void>()
  const source: PartSource = {
    viewer: async () => ({ path: 'viewer.js', contentType: 'text/javascript', text: '' }),
    versionOf: async () => '1',
    files({ partId }) {
      const { promise, resolve } = Promise.withResolvers<PublishedPart | { problem: string }>()
      waiting.set(partId, resolve)
      return promise
    },
  }
  return { source, waiting }
}

/** Waits for everything that needs no further input. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('parts that are begun early are made once, a few at a time', async () => {
  const { source, waiting } = createSlowSource()
  const shelf = createPartShelf(source, [])
  const requests = ['a', 'b', 'c', 'd'].map((partId) => ({ partId }))
  shelf.begin(requests)
  await settle()
  expect([...waiting.keys()]).toEqual(['a', 'b', 'c'])
  const [first = { partId: '' }] = requests
  const shown = shelf.ensure([first])
  waiting.get('a')?.(published('a'))
  await shown
  expect(shelf.show(first)).toEqual(published('a'))
  await settle()
  expect([...waiting.keys()]).toEqual(['a', 'b', 'c', 'd'])
  for (const [partId, done] of waiting) done(partId === 'd' ? { problem: 'It has no body.' } : published(partId))
  await shelf.ensure(requests)
  expect(shelf.problemOf({ partId: 'd' })).toBe('It has no body. It is left out.')
})

test('a part that is loaded after a page has shown it was not loaded for that page', async () => {
  const { source, waiting } = createSlowSource()
  const shelf = createPartShelf(source, [])
  const request = { partId: 'a' }
  shelf.begin([request])
  expect(shelf.show(request)).toBeUndefined()
  await settle()
  waiting.get('a')?.(published('a'))
  await shelf.ensure([request])
  expect(shelf.taken()).toEqual({ requests: [request], wereLoaded: false })
  expect(shelf.show(request)).toEqual(published('a'))
  expect(shelf.taken()).toEqual({ requests: [request], wereLoaded: true })
})
