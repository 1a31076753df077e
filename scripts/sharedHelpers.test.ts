import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isTest, readSources } from './sources.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const product = readSources(root).filter(({ path }) => !isTest(path))
const where = (pattern: RegExp) => product.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

it('a model’s arguments are parsed by one function, whichever wire they came over', () => {
  expect(where(/function parseToolArguments\b|(?:const|let) parseToolArguments\b/)).toEqual([
    'packages/agent/src/wire/toolArguments.ts',
  ])
  expect(where(/\bparseToolArguments\(/)).toEqual([
    'packages/agent/src/loop/answer.ts',
    'packages/agent/src/wire/toolArguments.ts',
  ])
  // A decoder reads the events of its wire and passes arguments on as they came.
  const providers = product.filter(({ path }) => path.startsWith('packages/agent/src/providers/'))
  expect(providers.length).toBeGreaterThan(8)
  const parsed = providers.flatMap(({ path, text }) =>
    [...text.matchAll(/JSON\.parse\(([^)]*)\)/g)].map(([, what]) => `${path}: ${what}`),
  )
  expect(parsed).toEqual([
    'packages/agent/src/providers/anthropicMessages.ts: data',
    'packages/agent/src/providers/chatDecoder.ts: data',
    'packages/agent/src/providers/responsesDecoder.ts: data',
  ])
})

it('what changes between requests is a record of the conversation, never a mark in the text of the prompt', () => {
  expect(where(/DYNAMIC_BOUNDARY/)).toEqual([])
  // The providers' own kit checks its place in the body of each wire, and that it is there once.
  expect(where(/\bsuffix: string\b/).filter((path) => path.startsWith('packages/agent/'))).toEqual([])
  const placed = where(/block\.appended\b/).filter((path) => path.includes('/providers/'))
  expect(placed.sort()).toEqual([
    'packages/agent/src/providers/anthropicMessages.ts',
    'packages/agent/src/providers/chatCompletions.ts',
    'packages/agent/src/providers/responsesInput.ts',
  ])
})

it('the header of a picture is read by one function', () => {
  expect(where(/'IHDR'/)).toEqual(['packages/operation/src/rasterHeader.ts'])
})

it('the URLs of CSS are found by one function, beside the policy of a page, which takes every string', () => {
  const walkers = where(/\btokenize\(/).filter((path) => where(/=== '@import'/).includes(path))
  expect(walkers).toEqual(['packages/site/src/css/urls.ts', 'packages/site/src/publish/csp.ts'])
})

it('the policy of a page that is shown and not published stands once', () => {
  expect(where(/"script-src 'none'"/)).toEqual(['packages/site/src/view/policy.ts'])
})

it('which effects need an approval is decided once', () => {
  expect(where(/'destructive' \|\| [\w.]*effect === 'external'/)).toEqual(['packages/operation/src/operation.ts'])
})

it('attributes are escaped and read back by one function each', () => {
  expect(where(/function (?:un)?escapeAttribute\b|const (?:un)?escapeAttribute\b/)).toEqual([
    'packages/site/src/html/print.ts',
  ])
  expect(where(/'&quot;', ?'"'/)).toEqual([])
})

it('code asks for the facts of a provider, and never compares its id', () => {
  const comparison = /\b(?:\w*[pP]rovider|id) *[!=]== *'(?:anthropic|openai|openrouter|ollama|compatible|rehearsal)'/
  expect(comparison.test("if (options.provider === 'ollama') return")).toBe(true)
  expect(comparison.test("const own = chosen.provider.id !== 'rehearsal'")).toBe(true)
  expect(where(comparison)).toEqual([])
})
