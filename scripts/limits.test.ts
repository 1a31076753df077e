import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Where real input comes in: every limit of these folders and files is in the table. */
const AREAS = [
  'packages/documents/src',
  'packages/site/src/import',
  'packages/site/src/validate',
  'packages/site/src/html',
  'packages/site/src/css',
  'packages/site/src/sheet',
  'packages/site/src/code',
  'packages/site/src/publish',
  'packages/site/src/media',
  'packages/site/src/component',
  'packages/site/src/compose',
  'packages/content/src/model',
  'packages/content/src/form',
  'packages/content/src/format',
  'apps/server/src/import',
  'apps/server/src/http',
  'apps/server/src/content/forms',
  'apps/server/src/heavy',
  'apps/studio/src/content/import',
]
const NUMBER = String.raw`([0-9][0-9_]*(?: \* (?:[0-9][0-9_]*|MB))*)`
const CONSTANT = new RegExp(String.raw`^(?:export )?const ((?:MAX|MOST|max|most)\w*) = ${NUMBER}$`, 'gm')

/** `16 * MB` as a number. */
const numberOf = (text: string) =>
  text
    .replaceAll('_', '')
    .replaceAll(',', '')
    .split('*')
    .reduce((product, factor) => product * (factor.trim() === 'MB' ? 1024 * 1024 : Number(factor)), 1)

const rows = [...read('docs/limits.md').matchAll(/^\| (.+) \|$/gm)].flatMap(([, line = '']) => {
  const cells = line.split(' | ').map((cell) => cell.trim())
  const [path, name] = /^`([^`]+)#(\w+)`$/.exec(cells[2] ?? '')?.slice(1) ?? []
  return path !== undefined && name !== undefined
    ? [{ what: cells[0], value: cells[1] ?? '', path, name, known: cells[3], source: cells[4] ?? '' }]
    : []
})

test('every limit of the documentation is the one of the code', () => {
  expect(rows.length).toBeGreaterThan(50)
  for (const { path, name, value } of rows) {
    const stated = new RegExp(String.raw`\b${name}\b(?:: |: \w+ = | = )${NUMBER}`).exec(read(path))?.[1] ?? 'none'
    expect([path, name, numberOf(stated)]).toEqual([path, name, numberOf(value)])
  }
})

test('a limit is at least four times the largest thing of its kind that is known', () => {
  const measured = rows.filter(({ known }) => known !== undefined && /^\d/.test(known))
  expect(measured.length).toBeGreaterThan(25)
  const tooLow = measured.filter(({ value, known = '' }) => numberOf(value) < 4 * numberOf(known))
  expect(tooLow).toEqual([])
})

test('the largest known thing is named, or said to be a guess with its reason', () => {
  // A package, the line before, or others' publications.
  const named = /`[^`]+`|^the same|benchmarks|packages here|public re|Lighthouse|search engines/
  const unnamed = rows.filter(
    ({ known = '', source }) => /^\d/.test(known) && !/^a guess: .{15}/.test(source) && !named.test(source),
  )
  expect(unnamed.map(({ what, source }) => `${what}: ${source}`)).toEqual([])
})

test('every limit of what comes in is documented', () => {
  const documented = new Set(rows.map(({ path, name }) => `${path}#${name}`))
  const all = AREAS.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).map((path) => `${area}/${path}`),
  )
  const sources = all.filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|cases)\.|testing\//.test(path))
  const found = sources.flatMap((path) => [...read(path).matchAll(CONSTANT)].map(([, name]) => `${path}#${name}`))
  expect(found.filter((each) => !documented.has(each))).toEqual([])
})
