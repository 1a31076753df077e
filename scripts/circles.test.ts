import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { foldersInCircles } from './circles.ts'
import { readSources } from './sources.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Modules of the site package, each with what it imports. */
const modules = (all: Record<string, readonly string[]>) =>
  Object.entries(all).map(([path, imports]) => ({
    path: `packages/site/src/${path}`,
    text: imports.map((specifier) => `import { x } from '${specifier}'`).join('\n'),
  }))

describe('the folders inside a package or app', () => {
  it('are in no circle but those that are listed', () => {
    expect(foldersInCircles(readSources(root))).toEqual([])
  })

  it('may import one another in one direction', () => {
    const files = modules({ 'css/a.ts': ['../tokens/b.ts'], 'tokens/b.ts': ['./c.ts'], 'tokens/c.ts': [] })
    expect(foldersInCircles(files, {})).toEqual([])
  })

  it('are named with the imports that close a circle', () => {
    const files = modules({
      'css/a.ts': ['../tokens/b.ts'],
      'tokens/b.ts': ['../sheet/c.ts'],
      'sheet/c.ts': ['../css/d.ts'],
    })
    const [line, ...more] = foldersInCircles(files, {})
    expect(more).toEqual([])
    expect(line).toContain('css -> tokens -> sheet -> css')
    expect(line).toContain('packages/site/src/sheet/c.ts imports packages/site/src/css/d.ts')
  })

  it('are in a circle only through types, and through a dynamic import', () => {
    const files = [
      { path: 'apps/studio/src/ai/a.ts', text: "import type { B } from '../shell/b.ts'" },
      { path: 'apps/studio/src/shell/b.tsx', text: "const a = () => import('../ai/a.ts')" },
    ]
    expect(foldersInCircles(files, {})).toHaveLength(1)
  })

  it('are in a circle with the files beside them', () => {
    const beside = modules({ 'index.ts': ['./css/a.ts'], 'css/a.ts': ['../index.ts'] })
    const byName = modules({ 'index.ts': ['./css/a.ts'], 'css/a.ts': ['@atelier/site'] })
    for (const files of [beside, byName]) expect(foldersInCircles(files, {})).toHaveLength(1)
  })

  it('are looked at on every level', () => {
    const files = modules({ 'css/parse/a.ts': ['../print/b.ts'], 'css/print/b.ts': ['../parse/a.ts'] })
    expect(foldersInCircles(files, {})[0]).toMatch(/^packages\/site\/src\/css has a circle of folders: parse -> print/)
  })

  it('may be imported by tests and by test support from everywhere', () => {
    const files = modules({
      'css/a.ts': [],
      'operations/b.ts': ['../css/a.ts'],
      'css/a.test.ts': ['../operations/b.ts'],
      'css/testing/kit.ts': ['../../operations/b.ts'],
    })
    expect(foldersInCircles(files, {})).toEqual([])
  })

  it('leave the list as soon as they are in no circle', () => {
    const files = modules({ 'css/a.ts': ['../tokens/b.ts'], 'tokens/b.ts': ['../css/a.ts'] })
    const level = 'packages/site/src'
    expect(foldersInCircles(files, { [level]: ['css', 'tokens'] })).toEqual([])
    expect(foldersInCircles(files, { [level]: ['css', 'html', 'tokens'] })[0]).toContain('"html" stands in no circle')
    expect(foldersInCircles(files, { [level]: ['css'] })[0]).toContain('tokens -> css -> tokens')
  })
})
