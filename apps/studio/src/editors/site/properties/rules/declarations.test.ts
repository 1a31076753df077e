import { createMemoryView } from '@atelier/documents'
import { printCss, readRules, switchDeclaration, upsertCss } from '@atelier/site'
import { expect, test } from 'vitest'
import { nudge } from '../../fields/CommitInput.tsx'
import { declarationLines, declarationText } from './declarations.ts'

function sheetOf(css: string) {
  const site = createMemoryView()
  let next = 0
  upsertCss(site, css, () => {
    next += 1
    return `r${next}`
  })
  const rule = readRules(site)[0]
  if (!rule) throw new Error('no rule')
  const lines = (stronger: string[] = []) => declarationLines(readRules(site)[0]?.declarations ?? [], new Set(stronger))
  return { site, ruleId: rule.id, lines }
}

test('a switched-off declaration stays in the stylesheet as a comment, and comes back as it was', () => {
  const { site, ruleId, lines } = sheetOf('.a { color: red; margin: 0 }')
  const before = printCss(site)
  const [color] = lines()
  expect(switchDeclaration(site, ruleId, color?.id ?? '', false).ok).toBe(true)
  expect(printCss(site)).toContain('/* color: red */')
  expect(lines()[0]).toMatchObject({ name: 'color', value: 'red', off: true })
  expect(switchDeclaration(site, ruleId, color?.id ?? '', true).ok).toBe(true)
  expect(printCss(site)).toBe(before)
})

test('a comment that is not a declaration is not a line and cannot be switched', () => {
  const { site, ruleId, lines } = sheetOf('.a { /* a note */ color: red }')
  expect(lines().map((line) => line.name)).toEqual(['color'])
  expect(switchDeclaration(site, ruleId, 'nowhere', false)).toEqual({
    ok: false,
    error: 'This declaration is no longer there.',
  })
})

test('what a stronger rule or a later line sets is shown as overridden, unless it is important', () => {
  const { lines } = sheetOf('.a { color: red; color: blue; margin: 0 !important; padding: 0 }')
  const overridden = lines(['margin', 'padding']).map((line) => [line.value, line.overridden])
  expect(overridden).toEqual([
    ['red', true],
    ['blue', false],
    ['0', false],
    ['0', true],
  ])
})

test('importance is written once', () => {
  expect(declarationText(' color ', ' red ', true)).toBe('color: red !important')
  expect(declarationText('color', 'red !important', true)).toBe('color: red !important')
})

test('arrow keys step numbers in their last digit and keep their unit', () => {
  expect(nudge('12px', 1)).toBe('13px')
  expect(nudge('1.5rem', -1)).toBe('1.4rem')
  expect(nudge('0', 10)).toBe('10')
  expect(nudge('1px solid', 1)).toBeUndefined()
})
