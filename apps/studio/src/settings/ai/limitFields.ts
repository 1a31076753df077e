import type { BudgetLevels, Limits } from '@atelier/api'
import * as strings from '../strings.ts'

export type Level = keyof BudgetLevels
export type LimitName = keyof Limits

/** The texts typed into the fields of one level; empty means no limit. */
export type LimitTexts = Record<LimitName, string>

export interface LimitField {
  name: LimitName
  label: string
  /** Stands behind the number. */
  unit?: string
  /** How many of the server's units one of the field's is. */
  factor: number
  decimals: boolean
}

export const limitFields: readonly LimitField[] = [
  { name: 'usd', label: strings.money, unit: '$', factor: 1, decimals: true },
  { name: 'tokens', label: strings.tokens, factor: 1, decimals: false },
  { name: 'rounds', label: strings.rounds, factor: 1, decimals: false },
  { name: 'toolCalls', label: strings.toolCalls, factor: 1, decimals: false },
  { name: 'wallMs', label: strings.time, unit: 'min', factor: 60_000, decimals: true },
]

export function limitTexts(limits: Limits): LimitTexts {
  const text = ({ name, factor }: LimitField) => {
    const value = limits[name]
    return value === null ? '' : (value / factor).toLocaleString('en', { maximumFractionDigits: 4 })
  }
  const texts: LimitTexts = { usd: '', tokens: '', rounds: '', toolCalls: '', wallMs: '' }
  for (const field of limitFields) texts[field.name] = text(field)
  return texts
}

/** The texts typed into the fields of every level. */
export type LevelTexts = Record<Level, LimitTexts>

export function levelTexts({ run, session, month }: BudgetLevels): LevelTexts {
  return { run: limitTexts(run), session: limitTexts(session), month: limitTexts(month) }
}

/** The limits of every level, or the errors, by level and field: nothing is saved while one level has an error. */
export function budgetsOf(
  texts: LevelTexts,
): { ok: true; budgets: BudgetLevels } | { ok: false; problems: Partial<Record<Level, Partial<LimitTexts>>> } {
  const run = limitsOf(texts.run)
  const session = limitsOf(texts.session)
  const month = limitsOf(texts.month)
  if (run.ok && session.ok && month.ok)
    return { ok: true, budgets: { run: run.limits, session: session.limits, month: month.limits } }
  return {
    ok: false,
    problems: {
      ...(run.ok ? {} : { run: run.problems }),
      ...(session.ok ? {} : { session: session.problems }),
      ...(month.ok ? {} : { month: month.problems }),
    },
  }
}

/** The limits parsed from the texts, or the errors, by field. Thousands separators are allowed. */
export function limitsOf(
  texts: LimitTexts,
): { ok: true; limits: Limits } | { ok: false; problems: Partial<LimitTexts> } {
  const limits: Limits = { usd: null, tokens: null, rounds: null, toolCalls: null, wallMs: null }
  const problems: Partial<LimitTexts> = {}
  for (const { name, factor, decimals } of limitFields) {
    const text = texts[name].replace(/[\s,_]/g, '')
    if (text === '') continue
    const value = Number(text)
    if (!Number.isFinite(value) || value < 0 || (value === 0 && name !== 'usd'))
      problems[name] = strings.positiveNumberExpected
    else if (!decimals && !Number.isInteger(value)) problems[name] = strings.wholeNumberExpected
    else limits[name] = name === 'wallMs' ? Math.max(1, Math.round(value * factor)) : value * factor
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, limits }
}
