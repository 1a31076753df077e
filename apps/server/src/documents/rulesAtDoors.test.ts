import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { areas } from '@atelier/api/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edits } from '../../testing/doors/edits.ts'
import {
  areasWithoutDocuments,
  doorsOfExecutors,
  doorsOfRoutes,
  doorsOfSources,
  doorsOfWriters,
  rulesOfCapabilities,
} from '../../testing/doors/registered.ts'
import { openScene, type Scene } from '../../testing/doors/scene.ts'
import { doors, kinds, rules, table } from '../../testing/doors/table.ts'
import { capabilitiesOf } from '../auth/roles.ts'
import { serverScopes } from '../compose/scopes.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene()
})
afterAll(() => scene.close())

/** The folders whose files may write documents, and how the paths in them begin in `doorsOfWriters`. */
const sources = [
  { folder: fileURLToPath(new URL('..', import.meta.url)), prefix: '' },
  ...['generate', 'repository'].map((name) => ({
    folder: fileURLToPath(new URL(`../../../../packages/${name}/src/`, import.meta.url)),
    prefix: `@atelier/${name}/`,
  })),
]
const commandLine = fileURLToPath(new URL('../../../cli', import.meta.url))
/** A call that writes documents, of the object that `createDocuments` returns. */
const WRITING = /\bdocuments(?:\.(?:transact|receive|create|remove|removeAll|undo|redo)(?:<[^(]{0,200}>)?|\[\w+\])\(/

async function filesThatWrite(): Promise<string[]> {
  const found: string[] = []
  for (const { folder, prefix } of sources)
    for await (const path of glob('**/*.ts', { cwd: folder })) {
      if (/\.(?:test|cases)\.ts$/.test(path)) continue
      if (WRITING.test(readFileSync(`${folder}/${path}`, 'utf8'))) found.push(`${prefix}${path}`)
    }
  return found.sort()
}

describe('the table', () => {
  test('has a row for every door, and in it a cell for every rule', () => {
    expect(Object.keys(table).sort()).toEqual([...doors].sort())
    for (const [door, cells] of Object.entries(table))
      expect([door, Object.keys(cells).sort()]).toEqual([door, [...rules].sort()])
  })

  test('has a door for every route that writes', () => {
    const writing = areas.flatMap(({ title, routes }) =>
      Object.values(routes).flatMap(({ method, path }) =>
        method === 'GET' || method === 'HEAD' ? [] : [{ title, route: `${method} ${path}` }],
      ),
    )
    const unknown = writing.filter(({ title, route }) => !(route in doorsOfRoutes) && !areasWithoutDocuments.has(title))
    expect(unknown).toEqual([])
    const known = new Set(writing.map(({ route }) => route))
    expect(Object.keys(doorsOfRoutes).filter((route) => !known.has(route))).toEqual([])
  })

  test('has a door for every file that writes documents, every source of a commit and every executor', async () => {
    expect(await filesThatWrite()).toEqual(Object.keys(doorsOfWriters).sort())
    const named = [...Object.values(doorsOfWriters), ...Object.values(doorsOfSources).flat()]
    const reached = new Set<string | undefined>([
      ...named,
      ...Object.values(doorsOfExecutors),
      ...Object.values(doorsOfRoutes),
    ])
    expect(doors.filter((door) => !reached.has(door))).toEqual([])
  })

  test('has every kind of document and every capability', () => {
    const registered = serverScopes.flatMap(({ documentTypes }) => documentTypes.map(({ kind }) => kind))
    expect(Object.keys(kinds).sort()).toEqual(registered.sort())
    expect(Object.keys(rulesOfCapabilities).sort()).toEqual([...capabilitiesOf('owner')].sort())
  })

  test('the command line has no way to documents but the routes', () => {
    const { dependencies } = JSON.parse(readFileSync(`${commandLine}/package.json`, 'utf8'))
    expect(Object.keys(dependencies).filter((name) => name.startsWith('@atelier/'))).toEqual(['@atelier/api'])
  })

  test('operations that a tab carries out only read', () => {
    const elsewhere = scene.server.services.scopes.all
      .flatMap(({ operations }) => operations)
      .filter(({ operation }) => operation.executor === 'view')
    expect(elsewhere.filter(({ operation }) => operation.effect !== 'read')).toEqual([])
  })
})

describe('what a rule refuses', () => {
  test.each(Object.entries(edits))('is done where %s allows it', async (_, { name, allowed }) => {
    const before = await scene.state()
    const { input, projectId } = allowed(scene)
    const changeSetId = await scene.change(name, input, projectId)
    expect(await scene.state()).not.toEqual(before)
    const outcome = await scene.documents.undo(changeSetId, { kind: 'hand', userId: 'system' })
    expect(outcome).toMatchObject({ ok: true, kept: [] })
    expect(await scene.state()).toEqual(before)
  })
})

describe.each(Object.entries(table))('at the door %s', (_, cells) => {
  const checks = Object.entries(cells).flatMap(([rule, cell]) => (typeof cell === 'string' ? [] : [{ rule, cell }]))
  if (checks.length > 0) test.each(checks)('the rule $rule holds', ({ cell }) => cell(scene))

  test('every other rule has a reason not to apply', () => {
    const reasons = Object.values(cells).filter((cell) => typeof cell === 'string')
    expect(reasons.filter((reason) => reason.length < 15)).toEqual([])
  })
})
