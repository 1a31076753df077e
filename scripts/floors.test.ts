import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { brokenFloors, brokenOrder, readSurfaces } from './floors.ts'
import { readSources } from './sources.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

describe('the floors of the house', () => {
  it('hold: every import goes down', () => {
    const sources = readSources(root)
    expect(sources.length).toBeGreaterThan(50)
    expect(brokenFloors(sources, readSurfaces(root))).toEqual([])
  })

  it.each([
    ['packages/agent/src/loop/loop.ts', "import { readTree } from '@atelier/site'", 'stands below site'],
    ['packages/documents/src/a.ts', "import { x } from '@atelier/agent'", 'stands below agent'],
    ['packages/site/src/a.ts', "import { x } from '../../../apps/server/src/b.ts'", 'leaves packages/site'],
    ['packages/streams/src/a.ts', "import { DatabaseSync } from 'node:sqlite'", 'no sockets, drivers'],
    ['packages/agent/src/a.ts', "import Anthropic from '@anthropic-ai/sdk'", 'never in product code'],
    ['apps/server/src/a.ts', "import { z } from 'zod'", 'never in product code'],
    ['apps/server/src/a.ts', "import { x } from '@atelier/site/src/css/parse.ts'", 'only the public surface'],
    ['packages/site/src/a.ts', 'const e = document.createElement("p")', 'uses the DOM'],
    ['packages/site/src/a.ts', 'document.body.append(e)', 'uses the DOM'],
    ['packages/agent/src/a.ts', "const x = await import('react')", 'no sockets, drivers'],
    ['apps/server/src/ai/a.ts', "import { Server } from '@modelcontextprotocol/server'", 'never in product code'],
    ['apps/server/src/mcp/a.ts', "import { Client } from '@modelcontextprotocol/client'", 'never in product code'],
    ['packages/agent/src/mcp/a.ts', "import { Server } from '@modelcontextprotocol/server'", 'never in product code'],
    ['apps/server/src/ai/a.ts', "import { trace } from '@opentelemetry/api'", 'never in product code'],
    ['apps/server/src/a.ts', "import { x } from './testing/server.ts'", 'no test support'],
    ['apps/server/src/a.ts', "import { x } from './testing/b/c.ts'", 'no test support'],
    ['packages/site/src/css/a.ts', "import { x } from '../testing/vectors.ts'", 'no test support'],
    ['apps/server/src/auth/a.ts', "await db.selectFrom('a').execute()", 'hand it to the database port'],
    ['apps/server/src/auth/a.ts', 'return query\n  .executeTakeFirst()', 'hand it to the database port'],
    ['apps/cli/src/a.ts', "import { siteOperations } from '@atelier/site'", 'stands below site'],
  ])('%s with %s is named', (path, text, reason) => {
    const [line] = brokenFloors([{ path, text }])
    expect(line).toContain(path)
    expect(line).toContain(reason)
  })

  it('lets tests and test support import test support', () => {
    const text = "import { x } from '../testing/server.ts'"
    const files = ['src/ai/a.test.ts', 'testing/b.ts'].map((path) => ({ path: `apps/server/${path}`, text }))
    expect(brokenFloors(files)).toEqual([])
  })

  it('lets a package import what stands below it', () => {
    const text = "import { ok } from '@atelier/operation'\nimport type { Draft } from '@atelier/documents'"
    expect(brokenFloors([{ path: 'packages/site/src/a.ts', text }])).toEqual([])
  })
})

describe('the folders inside a room', () => {
  const room = 'packages/site/src'
  const order = { [room]: 'css sheet operations' }
  const three = ['css/a.ts', 'sheet/b.ts', 'operations/c.ts'].map((path) => ({ path: `${room}/${path}`, text: '' }))
  const importing = (path: string, ...imported: string[]) => ({
    path: `${room}/${path}`,
    text: imported.map((each) => `import type { X } from '${each}'`).join('\n'),
  })

  it('import downwards in every room of the house', () => {
    expect(brokenOrder(readSources(root))).toEqual([])
  })

  it('may import what stands below them', () => {
    expect(brokenOrder([...three, importing('operations/d.ts', '../css/a.ts', './c.ts')], order)).toEqual([])
    expect(brokenOrder([...three, importing('index.ts', './operations/c.ts')], order)).toEqual([])
  })

  it('may not import what stands above them, nor the files beside them', () => {
    expect(brokenOrder([...three, importing('css/d.ts', '../sheet/b.ts')], order)).toEqual([
      `${room}/css/d.ts imports ${room}/sheet/b.ts: in ${room} "css" stands below "sheet"`,
    ])
    expect(brokenOrder([...three, importing('css/d.ts', '../index.ts')], order)).toEqual([
      `${room}/css/d.ts imports ${room}/index.ts: in ${room} "css" stands below the files beside the folders`,
    ])
  })

  it('are named with the place that fits when they are new', () => {
    const target = [importing('target/d.ts', '../sheet/b.ts'), importing('operations/e.ts', '../target/d.ts')]
    expect(brokenOrder([...three, ...target], order)).toEqual([
      `${room}/target has no floor: add "target" to '${room}' of folderOrder in scripts/floors.ts, behind "sheet" and before "operations"`,
    ])
    expect(brokenOrder([...three, importing('new/d.ts')], order)[0]).toContain('anywhere')
  })

  it('are named when they are gone', () => {
    expect(brokenOrder(three.slice(1), order)[0]).toContain(`${room}/css is not there`)
  })
})

describe('the majors that Node 24 brings', () => {
  const versionOf = (name: string): string =>
    JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

  it.each([
    ['@hocuspocus/server', '4.'],
    ['@hocuspocus/provider', '4.'],
    ['kysely', '0.29.'],
    ['node', '24.'],
    ['typescript', '7.'],
    ['vite', '8.'],
    ['vitest', '5.'],
    ['react', '19.'],
    ['typebox', '1.'],
    ['yjs', '13.'],
  ])('%s is %s', (name, major) => {
    expect(versionOf(name).startsWith(major)).toBe(true)
  })
  it('runs on the pinned Node', () => {
    expect(process.versions.node.split('.')[0]).toBe('24')
  })
})
