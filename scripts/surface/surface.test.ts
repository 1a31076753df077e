import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fieldsOf } from './fields.ts'
import { missing } from './kept.ts'
import { readSurface } from './surface.ts'
import { readWritten } from './written.ts'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const stored: unknown = JSON.parse(readFileSync(new URL('./before.json', import.meta.url), 'utf8'))

test('everything that a program outside could see is still there, unchanged', async () => {
  expect(missing(stored, await readSurface(root))).toEqual([])
})

test('the comparison names what is gone and what is different, and lets additions be', () => {
  const before = {
    routes: ['GET /a', 'GET /b'],
    operations: { 'site.x': { effect: 'read', input: '1' } },
    gone: { a: 1 },
  }
  const after = { routes: ['GET /b', 'GET /c'], operations: { 'site.x': { effect: 'read', input: '2', more: 1 } } }
  expect(missing(before, after)).toEqual([
    'routes: GET /a',
    'operations.site.x.input: 1, now 2',
    'gone.a: 1, now undefined',
  ])
  expect(missing(after, after)).toEqual([])
})

test('codes, variables, marks and events are read from the syntax of the sources', () => {
  const text = `
    export type NdjsonEvent = { type: 'done'; status: string } | { type: 'text'; text: string; more?: 1 }
    const deniedCode = 'was_denied'
    if (!env.PORT) throw new Refusal(409, taken ? 'name_taken' : 'in_use', \`No \${name}.\`)
    const value = readValue('ATELIER_DATA')
    const problem: { code: 'a_type' } = { code: 'a_value', message: 'not a code' }
    commit({ query, code: 'a_condition' })
    const answer = fail('elided', \`\${start}[omitted \${count} chars]\${end}\`)`
  expect(readWritten([{ path: 'packages/agent/src/x.ts', text }])).toEqual({
    errorCodes: ['a_type', 'a_value', 'elided', 'in_use', 'name_taken', 'was_denied'],
    environment: ['ATELIER_DATA', 'PORT'],
    marks: ['[omitted {} chars]'],
    events: { done: ['status', 'type'], text: ['more', 'text', 'type'] },
  })
  const { errorCodes } = readWritten([{ path: 'apps/studio/src/x.ts', text }])
  expect(errorCodes).toEqual(['elided'])
})

test('the fields of a schema are those of all its members', () => {
  const schema = {
    anyOf: [
      { type: 'object', properties: { kind: { const: 'a' }, list: { type: 'array', items: { type: 'string' } } } },
      {
        type: 'object',
        properties: { kind: { const: 'b' }, inner: { type: 'object', properties: { n: { type: 'number' } } } },
      },
    ],
  }
  expect(fieldsOf(schema)).toEqual({
    inner: ['object'],
    'inner.n': ['number'],
    kind: ['"a"', '"b"'],
    list: ['array'],
    'list[]': ['string'],
  })
})
