import { equalJson, type Json } from '@atelier/documents'
import type { Model } from '../model/definition.ts'
import { isList, isRecord, memberOf } from '../model/json.ts'
import { valueFields } from '../model/named.ts'
import { nameValue, type Row } from './rows.ts'

/** The comparisons of a condition; several in one condition must all hold. */
export const comparisons = ['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'contains', 'exists'] as const
type Comparison = (typeof comparisons)[number]

/** Combine conditions in `where`: their value is a list of conditions, of which any or all have to hold. */
export const combinations = ['$or', '$and'] as const
/** How deep conditions are combined, and how many there may be. */
const MAX_NESTED = 4
const MAX_CONDITIONS = 50

/** All conditions of a query, those in its combinations too; a sentence if one is in no form that is known. */
export function flatConditions(where: Readonly<Record<string, Json>>, depth = 0): [string, Json][] | string {
  const all: [string, Json][] = []
  for (const [name, condition] of Object.entries(where)) {
    if (name !== '$or' && name !== '$and') {
      all.push([name, condition])
      continue
    }
    if (depth === MAX_NESTED) return `Conditions are combined at most ${MAX_NESTED} deep.`
    if (!isList(condition) || condition.length === 0 || !condition.every((each) => isRecord(each)))
      return `${name} is a list of conditions.`
    for (const each of condition) {
      const inner = isRecord(each) ? flatConditions(each, depth + 1) : []
      if (typeof inner === 'string') return inner
      all.push(...inner)
    }
  }
  return all.length > MAX_CONDITIONS ? `There are at most ${MAX_CONDITIONS} conditions.` : all
}

const objectTypes: ReadonlySet<string> = new Set(['object', 'array', 'relations'])

/** A member of a condition that is no comparison, where the field can have no such object as its value. */
export function unknownComparison(model: Model, name: string, condition: Json): string | undefined {
  if (!isRecord(condition) || model.kind === 'dictionary' || name.includes('.')) return undefined
  const definition = valueFields(model).find((field) => field.name === name)?.definition
  if (definition && (objectTypes.has(definition.type) || typeof definition.model === 'object')) return undefined
  const names: readonly string[] = comparisons
  return Object.keys(condition).find((each) => !names.includes(each))
}

/** Whether an entry meets all conditions of a query. */
export function meetsAll(row: Row, where: Readonly<Record<string, Json>>): boolean {
  return Object.entries(where).every(([name, condition]) => {
    if (name !== '$or' && name !== '$and') return meetsCondition(nameValue(row, name), condition)
    const meets = (each: Json) => isRecord(each) && meetsAll(row, each)
    return isList(condition) && (name === '$or' ? condition.some(meets) : condition.every(meets))
  })
}

/** Whether a condition of a query holds for a value. */
export function meetsCondition(value: Json | undefined, condition: Json): boolean {
  const names: readonly string[] = comparisons
  if (!isRecord(condition)) return equals(value, condition)
  const given = Object.entries(condition)
  if (given.length === 0 || given.some(([name]) => !names.includes(name))) return equals(value, condition)
  return comparisons.every((name) => {
    const operand = memberOf(condition, name)
    return operand === undefined || compares(value, name, operand)
  })
}

/** A field that is not set equals null. */
const equals = (value: Json | undefined, other: Json): boolean => equalJson(value ?? null, other)

function compares(value: Json | undefined, comparison: Comparison, operand: Json): boolean {
  switch (comparison) {
    case 'eq':
      return equals(value, operand)
    case 'ne':
      return !equals(value, operand)
    case 'in':
      return isList(operand) && operand.some((each) => equals(value, each))
    case 'exists':
      return (value !== undefined && value !== null && value !== '') === (operand !== false)
    case 'contains':
      if (isList(value)) return value.some((each) => equalJson(each, operand))
      return typeof value === 'string' && typeof operand === 'string' && lower(value).includes(lower(operand))
    case 'gt':
      return ordered(value, operand, (order) => order > 0)
    case 'gte':
      return ordered(value, operand, (order) => order >= 0)
    case 'lt':
      return ordered(value, operand, (order) => order < 0)
    case 'lte':
      return ordered(value, operand, (order) => order <= 0)
  }
}

/** A text as a search of it compares it. */
export const lower = (text: string): string => text.normalize('NFC').toLowerCase()

/** Numbers among themselves and texts, such as dates, among themselves; nothing else has an order. */
function ordered(value: Json | undefined, operand: Json, test: (order: number) => boolean): boolean {
  if (typeof value === 'number' && typeof operand === 'number') return test(value - operand)
  if (typeof value === 'string' && typeof operand === 'string')
    return test(value < operand ? -1 : value > operand ? 1 : 0)
  return false
}
