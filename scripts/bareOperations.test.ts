import { expect, test } from 'vitest'
import { bareOperations } from './bareOperations.ts'
import { readSources } from './sources.ts'

const operations = [{ id: 'site.moveNode', name: 'moveNode' }]
const inStudio = (text: string, path = 'apps/studio/src/editors/site/a.ts') =>
  bareOperations([{ path, text }], operations).length

test('a call that names an operation by a string is found, whatever it is called by', () => {
  expect(inStudio("void session.run('moveNode', {})")).toBe(1)
  expect(inStudio('run(\n  "moveNode", {})')).toBe(1)
  expect(inStudio("call<Moved>('moveNode')")).toBe(1)
  expect(inStudio("runOperation(projectId, 'site.moveNode', {})")).toBe(1)
  expect(inStudio("const id = 'site.moveNode'")).toBe(1)
})

test('a handle, another word, a test and other packages are ignored', () => {
  expect(inStudio('session.run(operations.moveNode, {})')).toBe(0)
  expect(inStudio("session.run('other', {})")).toBe(0)
  expect(inStudio('  /** As `site.moveNode`. */\n  * `site.moveNode`')).toBe(0)
  expect(inStudio("const label = { moveNode: 'Move' }")).toBe(0)
  expect(inStudio("run('moveNode')", 'apps/studio/src/editors/site/a.test.ts')).toBe(0)
  expect(inStudio("run('moveNode')", 'packages/site/src/a.ts')).toBe(0)
})

test('the studio names no operation by a string', () => {
  expect(bareOperations(readSources(process.cwd()))).toEqual([])
})
