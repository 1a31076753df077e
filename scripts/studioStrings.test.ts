import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { isTest, readSources } from './sources.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const studio = 'apps/studio/src'
/** The areas whose texts are in a file of their own. */
const areas = ['auth', 'brief', 'people', 'plan', 'projects', 'settings', 'ui', 'shell/agent']
  .concat(
    ['canvas', 'checks', 'history', 'import', 'model', 'navigator', 'properties', 'publish', 'session', 'view'].map(
      (area) => `editors/site/${area}`,
    ),
  )
  .concat(['bar', 'code', 'commands', 'design', 'media', 'settings'].map((area) => `editors/site/${area}`))
  .concat(['shell', 'shell/bar', 'shell/commands', 'editors/site'])
  .map((area) => `${studio}/${area}`)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The text between tags. */
function textsIn(source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each)
    if (!isRecord(node)) return
    if (node.type === 'JSXText' && /[a-z]{3}/i.test(String(node.value).replace(/&\w+;/g, ''))) {
      found.push(String(node.value).trim())
    }
    for (const each of Object.values(node)) visit(each)
  }
  visit(parseAst(source, { lang: 'tsx' }))
  return found
}

test('the texts of an area are in its strings.ts, and not between the tags of its components', () => {
  const written = readSources(root)
    .filter(({ path }) => path.endsWith('.tsx') && !isTest(path) && areas.some((area) => path.startsWith(`${area}/`)))
    .flatMap(({ path, text }) => textsIn(text).map((words) => `${path}: ${words}`))
  expect(written).toEqual([])
  for (const area of areas)
    expect([area, ['', 'texts'].some((folder) => existsSync(join(root, area, folder, 'strings.ts')))]).toEqual([
      area,
      true,
    ])
})
