import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeOldOutputs } from './oldOutputs.ts'

const day = 86_400_000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-outputs-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const build = (names: string[], now: number) => {
  for (const name of names) writeFileSync(join(folder, name), name)
  removeOldOutputs(folder, new Set(names), now)
  return readdirSync(folder).filter((name) => !name.startsWith('.'))
}

test('the chunks of the build before stay, however old that build is, and go a week after they were replaced', () => {
  expect(build(['a-1.js', 'b-1.js'], 0)).toEqual(['a-1.js', 'b-1.js'])
  expect(build(['a-2.js', 'b-1.js'], 100 * day)).toEqual(['a-1.js', 'a-2.js', 'b-1.js'])
  expect(build(['a-3.js', 'b-1.js'], 106 * day)).toEqual(['a-1.js', 'a-2.js', 'a-3.js', 'b-1.js'])
  expect(build(['a-3.js', 'b-1.js'], 107 * day)).toEqual(['a-2.js', 'a-3.js', 'b-1.js'])
})

test('a chunk that comes back counts again when it is replaced again', () => {
  build(['a-1.js'], 0)
  build(['a-2.js'], day)
  build(['a-1.js'], 2 * day)
  expect(build(['a-3.js'], 8 * day)).toEqual(['a-1.js', 'a-2.js', 'a-3.js'])
  expect(build(['a-3.js'], 9 * day)).toEqual(['a-1.js', 'a-3.js'])
})
