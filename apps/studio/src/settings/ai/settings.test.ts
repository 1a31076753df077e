import { describe, expect, it } from 'vitest'
import { budgetsOf, levelTexts, limitsOf, limitTexts } from './limitFields.ts'
import { cachedShare, costOf, eventSentence, formatCost, formatNumber } from './usageFormat.ts'

const row = {
  requests: 2,
  inputTokens: 0,
  completionTokens: 0,
  cacheReadTokens: 0,
  cacheCreationTokens: 0,
  costUsd: 1.5,
  promptTokens: 0,
  reasoningTokens: 0,
  unpricedRequests: 0,
  estimatedRequests: 0,
}

describe('figures', () => {
  it('are short and never look like nothing', () => {
    expect(formatNumber(1_234_567.4)).toBe('1,234,567')
    expect([0, 0.0004, 0.0123, 0.5, 1234.5].map(formatCost)).toEqual([
      '$0.00',
      '< $0.001',
      '$0.012',
      '$0.50',
      '$1,234.50',
    ])
  })

  it('say how much of the input came from the cache', () => {
    expect(cachedShare(row)).toBe('–')
    expect(cachedShare({ ...row, inputTokens: 200, cacheReadTokens: 144 })).toBe('72 %')
  })

  it('say if a part has no price', () => {
    expect(costOf(row)).toBe('$1.50')
    expect(costOf({ ...row, unpricedRequests: 1 })).toBe('$1.50 +')
    expect(costOf({ ...row, costUsd: 0, unpricedRequests: 2 })).toBe('no price')
  })
})

describe('the fields of a limit', () => {
  const limits = { usd: 2.5, tokens: 5_000_000, rounds: 50, toolCalls: null, wallMs: 5_400_000 }

  it('show what is set in a person’s units, and read it back', () => {
    const texts = limitTexts(limits)
    expect(texts).toEqual({ usd: '2.5', tokens: '5,000,000', rounds: '50', toolCalls: '', wallMs: '90' })
    expect(limitsOf(texts)).toEqual({ ok: true, limits })
  })

  it('take thousands apart, and say what is wrong where it is wrong', () => {
    expect(limitsOf({ ...limitTexts(limits), tokens: '1,000 000' })).toMatchObject({
      ok: true,
      limits: { tokens: 1_000_000 },
    })
    expect(limitsOf({ usd: 'five', tokens: '-1', rounds: '1.5', toolCalls: '0', wallMs: '0.5' })).toEqual({
      ok: false,
      problems: {
        usd: 'A number above 0, or nothing',
        tokens: 'A number above 0, or nothing',
        rounds: 'A whole number, or nothing',
        toolCalls: 'A number above 0, or nothing',
      },
    })
    expect(limitsOf({ ...limitTexts(limits), usd: '0' })).toMatchObject({ ok: true, limits: { usd: 0 } })
  })
})

describe('the limits of every level', () => {
  const none = { usd: null, tokens: null, rounds: null, toolCalls: null, wallMs: null }
  const budgets = { run: { ...none, usd: 1 }, session: { ...none, rounds: 20 }, month: { ...none, tokens: 1_000_000 } }

  it('are read back as they are shown, each at its level', () => {
    expect(budgetsOf(levelTexts(budgets))).toEqual({ ok: true, budgets })
  })

  it('are not saved in part: one error keeps all of them, and says at which level it is', () => {
    const texts = levelTexts(budgets)
    const wrong = budgetsOf({ ...texts, session: { ...texts.session, usd: 'five' } })
    expect(wrong).toEqual({ ok: false, problems: { session: { usd: 'A number above 0, or nothing' } } })
    expect(
      budgetsOf({ run: { ...texts.run, tokens: '1.5' }, session: texts.session, month: { ...texts.month, usd: '-1' } }),
    ).toEqual({
      ok: false,
      problems: { run: { tokens: 'A whole number, or nothing' }, month: { usd: 'A number above 0, or nothing' } },
    })
  })
})

it('an event is a sentence; one of a kind that is not known yet is its name', () => {
  expect(eventSentence({ kind: 'credential.created', detail: { label: 'Ours' }, subject: 'c' })).toBe(
    'Added the provider “Ours”',
  )
  expect(eventSentence({ kind: 'run.completed', detail: { limit: 'money', model: 'm' }, subject: 'r' })).toBe(
    'A run ended at its limit of money',
  )
  expect(eventSentence({ kind: 'later.kind', detail: {} })).toBe('later.kind')
})
