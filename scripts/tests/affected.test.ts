import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chosenOf, coversOf, testsOf } from './affected.ts'

const root = join(import.meta.dirname, '..', '..')

test('a change reaches the tests that import it, near ones first, and the browser tests that cover its folder', () => {
  const sources = new Map([
    ['packages/site/src/css/parse.ts', 'export const parse = 1'],
    ['packages/site/src/css/parse.test.ts', "import { parse } from './parse.ts'"],
    ['packages/site/src/index.ts', "export * from './css/parse.ts'"],
    ['apps/server/src/app.ts', "import { parse } from '@atelier/site'"],
    ['apps/server/src/app.test.ts', "import { app } from './app.ts'"],
    ['apps/server/src/other.test.ts', "import { other } from './other.ts'"],
    ['e2e/style.test.ts', '// covers packages/site/src/css apps/studio/src/editors'],
    ['e2e/editor.test.ts', '// covers packages/site/src'],
    ['e2e/login.test.ts', '// covers apps/server/src/auth'],
  ])
  const { unit, browser } = testsOf(['packages/site/src/css/parse.ts'], sources)
  expect(unit.map(({ path, distance }) => [path, distance])).toEqual([
    ['packages/site/src/css/parse.test.ts', 1],
    ['apps/server/src/app.test.ts', 3],
  ])
  expect(chosenOf(browser, 600).taken.map(({ path }) => path)).toEqual(['e2e/style.test.ts', 'e2e/editor.test.ts'])
})

test('what does not fit into the time is left out, and named', () => {
  const candidates = [
    { path: 'far', distance: 3, seconds: 1 },
    { path: 'long', distance: 1, seconds: 60 },
    { path: 'near', distance: 0, seconds: 2 },
  ]
  const { taken, left } = chosenOf(candidates, 10)
  expect(taken.map(({ path }) => path)).toEqual(['near', 'far'])
  expect(left.map(({ path }) => path)).toEqual(['long'])
})

test('each browser test names the folders that it covers, and they exist', () => {
  const files = globSync('e2e/*.test.ts', { cwd: root }).filter((path) => !path.endsWith('.deep.test.ts'))
  const problems = files.flatMap((path) => {
    const folders = coversOf(readFileSync(join(root, path), 'utf8'))
    if (folders.length === 0) return [`${path} has no line "// covers FOLDER FOLDER"`]
    return folders.filter((folder) => !existsSync(join(root, folder))).map((folder) => `${path} covers ${folder}`)
  })
  expect(problems).toEqual([])
})
