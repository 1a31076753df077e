import { expect, it } from 'vitest'
import { createNodeIds } from './nodeId.ts'

it('makes ids of ten characters, each another one, block after block', () => {
  const newId = createNodeIds((bytes) => crypto.getRandomValues(bytes))
  const ids = Array.from({ length: 2_000 }, newId)
  expect(ids.every((id) => /^[0-9a-z]{10}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

it('takes each id from random bytes of its own', () => {
  let filled = 0
  const newId = createNodeIds((bytes) => {
    filled += bytes.length
    for (let i = 0; i < bytes.length; i += 1) bytes[i] = (i + filled) % 256
  })
  expect(newId()).not.toBe(newId())
  for (let i = 0; i < 1_000; i += 1) newId()
  expect(filled).toBeGreaterThanOrEqual(1_002 * 10)
})
