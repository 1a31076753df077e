import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { proseOf, unclearSentences } from './plainEnglish.ts'

test('comments and test titles are found, and strings are not', () => {
  const text =
    "// One\n// comment.\nconst url = 'https://a.example' // Two.\n/** Three\n * lines. */\ntest('four', () => {})\n"
  expect(proseOf({ path: 'a.test.ts', text })).toEqual(['One comment.', 'Two.', 'Three lines.', 'four'])
  expect(proseOf({ path: 'a.ts', text })).toHaveLength(3)
})

test('comments and test titles read as plain English', () => {
  expect(unclearSentences(dirname(dirname(fileURLToPath(import.meta.url))))).toEqual([])
})
