import { expect, test } from 'vitest'
import { cssCases } from '../../testing/cssCases.ts'
import { countingIds, memoryDraft } from '../../testing/memoryDraft.ts'
import { printSheet } from '../../testing/printSheet.ts'
import { upsertCss } from '../sheet/upsert.ts'
import { parseCss } from './parse.ts'
import { printCss } from './printCss.ts'

test.each(cssCases)('$name: parsed and printed, nothing changes', ({ css }) => {
  expect(printSheet(parseCss(css))).toBe(css)
})

test.each(cssCases)('$name: stored, it is as authored but for what browsers drop', ({ css }) => {
  const draft = memoryDraft()
  const newId = countingIds()
  const change = upsertCss(draft, css, newId)
  const printed = printCss(draft)
  expect(change.skipped).toEqual([])
  if (change.errors.length === 0) expect(printed).toBe(css.trim())
  expect(printed.length).toBeLessThanOrEqual(css.length + (css.endsWith('}') ? 0 : 4))
  const again = upsertCss(draft, css, newId)
  expect(again.created).toEqual([])
  expect(printCss(draft)).toBe(printed)
})
