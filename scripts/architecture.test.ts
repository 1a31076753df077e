import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const rooms = ['packages', 'apps'].flatMap((kind) =>
  readdirSync(join(root, kind))
    .map((name) => `${kind}/${name}`)
    .filter((room) => existsSync(join(root, room, 'package.json'))),
)
const pages = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', ...rooms.map((room) => `${room}/README.md`)]

test('every room has a README of at most 20 lines, and architecture.md names every room', () => {
  const architecture = read('docs/architecture.md')
  for (const room of rooms) {
    expect([room, read(`${room}/README.md`).trimEnd().split('\n').length <= 20]).toEqual([room, true])
    expect([room, architecture.includes(`\`${room}\``)]).toEqual([room, true])
  }
})

test('the files and folders that the pages name are there', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:apps|packages|scripts|docs|bench|e2e)\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${page}: ${path}`),
  )
  // CONTRIBUTING.md makes some files only in its examples, which have a test of their own.
  expect(missing).toEqual([])
})

test('the walks have as many files and folders as they say', () => {
  const walks = read('docs/architecture.md')
    .split('\n## ')
    .filter((part) => part.startsWith('The walk'))
  expect(walks).toHaveLength(2)
  for (const walk of walks) {
    const files = [...walk.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path)
    const folders = new Set(files.map((file) => dirname(file)))
    expect(walk).toContain(`That is ${new Set(files).size} files in ${folders.size} folders.`)
  }
})
