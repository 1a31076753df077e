import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '..', '..', '..', '..')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

/** Every setting that the source asks the environment for. */
function asked(text: string): string[] {
  const found = [...text.matchAll(/\b(?:value\('|env\.|env\[')([A-Z][A-Z0-9_]+)\b/g)].map(([, name]) => name ?? '')
  return [...new Set(found)].sort()
}

test('every setting of the server is in the documentation for operators', () => {
  const settings = ['config/config.ts', 'tracing/tracing.ts'].flatMap((file) =>
    asked(read('apps', 'server', 'src', ...file.split('/'))),
  )
  expect(settings).toEqual(expect.arrayContaining(['PORT', 'ATELIER_DATA', 'OTEL_EXPORTER_OTLP_ENDPOINT']))
  const told = read('docs', 'operating.md')
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(told))).toEqual([])
})

test('and every setting of the command line in the one for programs', () => {
  const folder = join('apps', 'cli', 'src')
  const settings = readdirSync(join(root, folder)).flatMap((name) => asked(read(folder, name)))
  expect(settings).toEqual(expect.arrayContaining(['ATELIER_URL', 'ATELIER_API_KEY']))
  const told = read('docs', 'programs.md')
  expect(settings.filter((name) => !new RegExp(`\\b${name}\\b`).test(told))).toEqual([])
})
