import type { Finding } from '@atelier/site'
import { expect, test } from 'vitest'
import { badgeOf, countsInWords, listedFindings } from './counts.ts'

const findings = (errors: number, warnings: number, notes: number): Finding[] =>
  (['error', 'warning', 'note'] as const).flatMap((severity, at) =>
    Array.from({ length: [errors, warnings, notes][at] ?? 0 }, () => ({
      code: severity,
      severity,
      message: '',
      hint: '',
      documentId: 'd',
    })),
  )

test('only what there is is counted', () => {
  expect(countsInWords({ error: 2, warning: 1 })).toBe('2 errors, 1 warning')
  expect(countsInWords({ error: 1, warning: 0 })).toBe('1 error')
  expect(countsInWords({ error: 0, warning: 2 })).toBe('2 warnings')
  expect(countsInWords({ error: 0, warning: 0 })).toBe('nothing is wrong')
})

test('the badge counts errors and warnings, shows the worst, and stays short', () => {
  expect(badgeOf(findings(1, 2, 5))).toEqual({ text: '3', worst: 'error' })
  expect(badgeOf(findings(0, 1, 0))).toEqual({ text: '1', worst: 'warning' })
  expect(badgeOf(findings(0, 0, 5))).toBeUndefined()
  expect(badgeOf(findings(50, 49, 0))?.text).toBe('99')
  expect(badgeOf(findings(50, 50, 0))?.text).toBe('99+')
})

test('notes are listed only on request', () => {
  expect(listedFindings(findings(1, 1, 2), false).map(({ severity }) => severity)).toEqual(['error', 'warning'])
  expect(listedFindings(findings(1, 1, 2), true)).toHaveLength(4)
})
