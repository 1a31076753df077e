import { expect, test } from 'vitest'
import type { ToolItem, Turn } from '../../shell/agent/transcript/view.ts'
import { draftOf, drawablePart, stylesOf } from './draftOf.ts'

function turn(writing: string): Turn {
  const item: ToolItem = {
    kind: 'tool',
    key: 'k',
    toolCallId: 't',
    name: 'writeFile',
    status: 'writing',
    writing,
    warnings: [],
    pictures: [],
    startedAt: 0,
  }
  return { runId: 'r', prompt: '', pictures: [], run: undefined, items: [item] }
}

test.each([
  ['{"filename":"about.html","content":"<main><h1>Up ear', '<main><h1>Up ear'],
  ['{"filename":"about.html","content":"<!doctype html><html><head><title>A', ''],
  ['{"filename":"about.html","content":"<html><head></head><body class=\\"a\\"><p>Bread</p><im', '<p>Bread</p>'],
  ['{"files":{"index.html":"<p>no</p>","about.html":"<p>yes</p>', '<p>yes</p>'],
  ['{"name":"writeFile","input":{"filename":"about.html","content":"<p>called', '<p>called'],
  ['{"filename":"about.html"', undefined],
  ['', undefined],
])('of %s is drawn %s', (writing, drawn) => {
  expect(draftOf([turn(writing)], 'r', 'about.html')).toBe(drawn)
})

test('another run, or one that writes nothing, draws nothing', () => {
  expect(draftOf([turn('{"content":"<p>x')], 'other', 'about.html')).toBeUndefined()
  expect(draftOf([{ ...turn(''), items: [] }], 'r', 'about.html')).toBeUndefined()
})

test('a body that ends anywhere, and the styles of a frame', () => {
  expect(drawablePart('text <')).toBe('text ')
  expect(drawablePart('<head></head><p>a</p>')).toBe('<p>a</p>')
  expect(stylesOf('<html><head><style>p{}</style></head>')).toBe('p{}')
  expect(stylesOf('<html>')).toBe('')
})
