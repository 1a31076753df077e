import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importsOf, isTest, readSources } from './sources.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const sources = readSources(root)
const rooms = ['packages', 'apps'].flatMap((kind) =>
  readdirSync(join(root, kind))
    .map((name) => `${kind}/${name}`)
    .filter((room) => existsSync(join(root, room, 'package.json'))),
)
const named = (room: string, field: 'dependencies' | 'devDependencies'): string[] =>
  Object.keys(JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8'))[field] ?? {})
/** The packages that files import. */
const imported = (specifiers: readonly string[]) =>
  new Set(
    specifiers
      .filter((specifier) => !/^(?:\.|node:)/.test(specifier))
      .map((specifier) =>
        specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  )
const stylesheet = readFileSync(join(root, 'apps/studio/src/ui/base.css'), 'utf8')
const inStylesheet = [...stylesheet.matchAll(/@import "([^"]+)"/g)].map(([, specifier = '']) => specifier)
const table = readFileSync(join(root, 'docs/dependencies.md'), 'utf8')

describe.each(rooms)('%s', (room) => {
  const own = sources.filter(({ path }) => path.startsWith(`${room}/src/`))
  const product = own.filter(({ path, text }) => !isTest(path) && !importsOf(text).includes('vitest'))
  const specifiers = [
    ...product.flatMap(({ text }) => importsOf(text)),
    ...(room === 'apps/studio' ? inStylesheet : []),
  ]

  test('names no package of others that it does not import', () => {
    const used = imported(specifiers)
    expect(named(room, 'dependencies').filter((name) => !name.startsWith('@atelier/') && !used.has(name))).toEqual([])
  })

  test('imports no package that it does not name', () => {
    const dependencies = new Set([...named(room, 'dependencies'), `@atelier/${room.split('/')[1]}`])
    expect([...imported(specifiers)].filter((name) => !dependencies.has(name))).toEqual([])
  })
})

test('docs/dependencies.md says of each package what it is for', () => {
  const names = [...rooms.flatMap((room) => named(room, 'dependencies')), ...named('.', 'devDependencies')]
  // Parts of one family share one line, by the rest of their name.
  const missing = names.filter(
    (name) =>
      !/^@(?:atelier|types)\//.test(name) && !table.includes(name) && !table.includes(name.split('/')[1] ?? name),
  )
  expect(missing).toEqual([])
})
