import type { Draft, Json, View } from '@atelier/documents'
import { isList, isRecord } from '@atelier/operation'

/**
 * The storage of the stylesheet in the site document. A rule is one immutable birth record; each later edit has a key
 * of its own that overrides it, so that two people who edit two declarations of one rule both win.
 *
 * | key | value |
 * |---|---|
 * | `rule:<id>` | the birth record, `RuleBirth` |
 * | `rule:<id>/prelude` | text: the selector, or the at-rule up to its block |
 * | `rule:<id>/at` | order key among its siblings |
 * | `rule:<id>/before` | white space in front, where another rule became the first |
 * | `rule:<id>/deleted` | `true` |
 * | `rule:<id>/d:<declarationId>` | text of a declaration of the birth record, or `null` if it was removed; for a later one the whole `LaterDeclaration` |
 */
export const rulePrefix = 'rule:'
export const ruleKey = (ruleId: string) => `${rulePrefix}${ruleId}`
export const preludeKey = (ruleId: string) => `${ruleKey(ruleId)}/prelude`
export const ruleOrderKey = (ruleId: string) => `${ruleKey(ruleId)}/at`
export const ruleSpaceKey = (ruleId: string) => `${ruleKey(ruleId)}/before`
export const ruleDeletedKey = (ruleId: string) => `${ruleKey(ruleId)}/deleted`
export const declarationKey = (ruleId: string, declarationId: string) => `${ruleKey(ruleId)}/d:${declarationId}`

/**
 * `style` and `at` have a block that is kept in pieces; `statement` (`@import …;`), `raw` (an at-rule whose block has
 * an unknown form) and `comment` are one text, held as their prelude; so is `bad`, what a browser drops, which only
 * stylesheets that were stored as a whole keep.
 */
export type RuleKind = 'style' | 'at' | 'statement' | 'raw' | 'comment' | 'bad'

/** A declaration, or a comment between declarations: its id within the rule, order key, white space in front, text. */
export type BornDeclaration = readonly [id: string, at: string, before: string, text: string]

export interface RuleBirth {
  kind: RuleKind
  /** The id of the rule whose block holds this one, or empty at the top. */
  parent: string
  at: string
  /** White space in front. */
  before: string
  /** As authored up to the `{`, white space included. */
  prelude: string
  declarations: readonly BornDeclaration[]
  /** White space in front of the `}`. */
  tail: string
  /** The last declaration has no semicolon. */
  bare: boolean
  /** Which stylesheet: empty for the site's; a page's id for one of its own. */
  sheet: string
}

/** A declaration that came after the birth of its rule. */
export interface LaterDeclaration {
  at: string
  before: string
  text: string
}

/** Writes a birth record; empty fields are not stored. */
export function writeRule(draft: Draft, id: string, birth: RuleBirth): void {
  const record: Record<string, Json> = { kind: birth.kind, at: birth.at, prelude: birth.prelude }
  if (birth.parent) record.parent = birth.parent
  if (birth.before) record.before = birth.before
  if (birth.declarations.length > 0) record.declarations = birth.declarations
  if (birth.tail) record.tail = birth.tail
  if (birth.bare) record.bare = true
  if (birth.sheet) record.sheet = birth.sheet
  draft.set(ruleKey(id), record)
}

/** Reads a birth record; undefined if the value is not one. */
export function readBirth(value: Json | undefined): RuleBirth | undefined {
  const record = asRecord(value)
  if (!record) return undefined
  const kind = kinds.find((known) => known === record.kind)
  const { at, prelude } = record
  if (!kind || typeof at !== 'string' || typeof prelude !== 'string') return undefined
  return {
    kind,
    at,
    prelude,
    parent: asText(record.parent),
    before: asText(record.before),
    declarations: asList(record.declarations).flatMap(bornDeclaration),
    tail: asText(record.tail),
    bare: record.bare === true,
    sheet: asText(record.sheet),
  }
}

/** Reads a declaration that was added to a rule; undefined if the value is not one. */
export function readLaterDeclaration(value: Json | undefined): LaterDeclaration | undefined {
  const record = asRecord(value)
  if (!record || typeof record.at !== 'string' || typeof record.text !== 'string') return undefined
  return { at: record.at, before: asText(record.before), text: record.text }
}

export const writeLaterDeclaration = (draft: Draft, ruleId: string, id: string, later: LaterDeclaration) =>
  draft.set(declarationKey(ruleId, id), { at: later.at, before: later.before, text: later.text })

/** The current edits of the rules (or of one): by id, then by the rest of the key after `rule:<id>/`. */
export function ruleEdits(view: View, ruleId?: string): Map<string, Map<string, Json>> {
  const edits = new Map<string, Map<string, Json>>()
  for (const key of view.keys(ruleId === undefined ? rulePrefix : `${ruleKey(ruleId)}/`)) {
    const slash = key.indexOf('/')
    if (slash < 0) continue
    const value = view.get(key)
    if (value === undefined) continue
    const id = key.slice(rulePrefix.length, slash)
    const fields = edits.get(id) ?? new Map<string, Json>()
    fields.set(key.slice(slash + 1), value)
    edits.set(id, fields)
  }
  return edits
}

const kinds: readonly RuleKind[] = ['style', 'at', 'statement', 'raw', 'comment', 'bad']

const asText = (value: Json | undefined) => (typeof value === 'string' ? value : '')
const asList = (value: Json | undefined): readonly Json[] => (isList(value) ? value : [])
const asRecord = (value: Json | undefined): { readonly [key: string]: Json } | undefined =>
  isRecord(value) ? value : undefined

function bornDeclaration(value: Json): BornDeclaration[] {
  if (!isList(value)) return []
  const [id, at, before, text] = value
  if (typeof id !== 'string' || typeof at !== 'string' || typeof before !== 'string' || typeof text !== 'string') {
    return []
  }
  return [[id, at, before, text]]
}
