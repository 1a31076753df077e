import type { Draft, Fields, Json, View } from '@atelier/documents'
import { generateNKeysBetween } from 'fractional-indexing'
import { isRecord } from '../document/node.ts'

/**
 * The storage of design tokens in the site document. Each is one immutable birth record; each later edit of a field has
 * a key of its own that overrides it, so that two users who edit two fields of one token both win.
 *
 * | key | value |
 * |---|---|
 * | `color:<id>` | `slug, lightValue, at, category?, darkValue?, darkModeEnabled?, shades?, tints?, transparencies?, rule?` |
 * | `fontToken:<id>` | `name, variable, at, familyId?, fallback?, rule?` |
 * | `fontFamily:<id>` | `family, source, files, at, variants?, subsets?, category?` |
 * | `scale:type`, `scale:space` | the fields of a scale that differ from the defaults |
 * | `<any of these>/<field>` | the current value of the field; `null` if it was removed |
 * | `<any of these>/deleted` | `true` |
 *
 * `rule` names a rule of a stylesheet that declares the token's custom property, as an import brings it: its declaration is
 * the value then, and the framework does not print it. Once the rule is gone, the record's own value counts.
 */
const tokenPrefixes = ['color:', 'fontToken:', 'fontFamily:', 'scale:'] as const
export type TokenPrefix = (typeof tokenPrefixes)[number]

export const isTokenKey = (key: string) => tokenPrefixes.some((prefix) => key.startsWith(prefix))

/** A record with its later edits; undefined if it does not exist or is deleted. */
export function readRecord(view: View, key: string): Fields | undefined {
  const birth = view.get(key)
  if (!isRecord(birth) || view.get(`${key}/deleted`) === true) return undefined
  const fields: Record<string, Json> = { ...birth }
  for (const each of view.keys(`${key}/`)) {
    const value = view.get(each)
    const name = each.slice(key.length + 1)
    if (value === null) delete fields[name]
    else if (value !== undefined) fields[name] = value
  }
  return fields
}

/** The records of a kind by id, in their order. */
export function readRecords(view: View, prefix: TokenPrefix): { id: string; fields: Fields }[] {
  const records: { id: string; fields: Fields }[] = []
  for (const key of view.keys(prefix)) {
    if (key.includes('/')) continue
    const fields = readRecord(view, key)
    if (fields) records.push({ id: key.slice(prefix.length), fields })
  }
  const order = ({ fields }: { fields: Fields }) => (typeof fields.at === 'string' ? fields.at : '')
  return records.sort((a, b) => compareRecordNames(order(a), order(b)) || compareRecordNames(a.id, b.id))
}

const compareRecordNames = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Creates a record at the end of its kind; undefined fields are not stored. */
export function createRecord(draft: Draft, prefix: TokenPrefix, id: string, fields: Loose): void {
  const last = readRecords(draft, prefix).at(-1)?.fields.at
  const record: Record<string, Json> = { at: orderBehind(typeof last === 'string' ? last : null) }
  for (const [name, value] of Object.entries(fields)) if (value !== undefined && value !== null) record[name] = value
  draft.set(`${prefix}${id}`, record)
}

/** Writes the fields that change; null removes a field, undefined keeps it. Returns whether any changed. */
export function editRecord(draft: Draft, key: string, fields: Loose): boolean {
  const now = readRecord(draft, key)
  let changed = false
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || JSON.stringify(now?.[name] ?? null) === JSON.stringify(value)) continue
    draft.set(`${key}/${name}`, value)
    changed = true
  }
  return changed
}

export function deleteRecord(draft: Draft, key: string): void {
  draft.set(`${key}/deleted`, true)
}

export type Loose = Readonly<Record<string, Json | undefined>>

function orderBehind(last: string | null): string {
  try {
    return generateNKeysBetween(last, null, 1)[0] ?? 'a0'
  } catch {
    return `${last ?? ''}V`
  }
}

export const asText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
export const asNumber = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
export const asTexts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
