import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { commonNameProblems, commonNames } from './names.ts'
import { readSources } from './sources.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const Known = Type.Record(Type.String(), Type.Integer())

const room = (name: string, text: string) => ({ path: `packages/site/src/${name}/a.ts`, text })

test('a name of three rooms is listed, whichever form its functions have', () => {
  const files = [
    room('css', 'export function textOf(node: Node): string {}\nconst parse = (text: string) => text'),
    room('html', 'const textOf = (node: Node): string => node.text\nexport async function parse() {}'),
    room('code', 'export const textOf = async (node: Node) => node.text\n  const parse = () => 1'),
  ]
  expect(commonNames(files)).toEqual({ textOf: 3 })
})

test('files of one room and tests count once and not at all', () => {
  const text = 'function textOf() {}'
  const files = [room('css', text), room('css/deep', text), { path: 'packages/site/src/html/a.test.ts', text }]
  expect(commonNames(files)).toEqual({})
})

test('a name in more rooms than before is a problem, and so is one that the list names for nothing', () => {
  const files = ['css', 'html', 'code'].map((name) => room(name, 'function textOf() {}'))
  expect(commonNameProblems(files, {})).toEqual([expect.stringContaining('textOf is the name of functions in 3 rooms')])
  expect(commonNameProblems(files, { textOf: 3, placeOf: 4 })).toEqual([expect.stringContaining('placeOf is in two')])
  expect(commonNameProblems(files, { textOf: 3 })).toEqual([])
})

test('no function has a name that three rooms have already, beside those in scripts/commonNames.json', () => {
  const known = Value.Parse(Known, JSON.parse(readFileSync(join(root, 'scripts/commonNames.json'), 'utf8')))
  expect(commonNameProblems(readSources(root), known)).toEqual([])
})
