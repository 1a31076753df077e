import { equalJson, type Json } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import type { ReadEntry } from '../../brain/query.ts'
import type { ContentContext } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { readValue } from '../../entry/entryDocument.ts'
import { mergeParagraphs } from '../../entry/mergeText.ts'
import type { Model } from '../../model/definition.ts'
import { isRecord, memberOf, recordOf } from '../../model/json.ts'
import { fieldOf, isLongText, valueFields } from '../../model/named.ts'
import type { WantedEntry } from './checkWritten.ts'
import type { OpenEntry } from './support.ts'

/** The most fields that a refusal names, and UTF-16 units of each text in it. */
const MAX_NAMED = 5
const MAX_SHOWN = 600

/**
 * Remembers what a read has shown of entries, so that a later save of the same caller writes over nothing else.
 * @param shown as the answer has them, with texts that are cut
 */
export async function noteRead(
  { known }: ContentContext,
  model: Model,
  locale: string,
  stored: readonly StoredEntry[],
  shown: readonly Pick<ReadEntry, 'documentId' | 'data' | 'part' | 'shortened'>[],
  fields?: readonly string[],
): Promise<void> {
  if (!known) return
  const byDocument = new Map(stored.map((entry) => [entry.documentId, entry]))
  for (const { documentId, data, part, shortened = [] } of shown) {
    const entry = byDocument.get(documentId)
    if (!entry) continue
    const isWhole = !part && model.kind !== 'dictionary'
    const all = isWhole ? (fields ?? valueFields(model).map(({ name }) => name)) : Object.keys(data)
    const cut = shortened.map(({ path }) => path)
    await noteValues(known, entry, locale, [...all, ...cut].map(fieldIn(model)), cut.map(fieldIn(model)))
  }
}

/** The same of one value that was read by its path: what is read from its start on is read anew. */
export async function noteReadValue(
  { known }: ContentContext,
  model: Model,
  locale: string,
  entry: StoredEntry,
  path: string,
  isStart: boolean,
): Promise<void> {
  const field = fieldIn(model)(path)
  if (known) await noteValues(known, entry, locale, [field], isStart ? [] : [field])
}

/** @param parts the fields that were not shown whole: the rest is still known as it was read before */
async function noteValues(
  known: NonNullable<ContentContext['known']>,
  { documentId, settled }: StoredEntry,
  locale: string,
  fields: readonly string[],
  parts: readonly string[],
): Promise<void> {
  const before = parts.length > 0 ? await known.of(documentId, locale) : {}
  const now = memberOf(settled?.locales ?? {}, locale)
  // Fallback values of another locale are not a translation's own.
  const values = now && !now.standIn ? now.values : {}
  const noted = fields.filter((name) => !parts.includes(name) || !Object.hasOwn(before, name))
  known.note(documentId, locale, recordOf(noted.map((name) => [name, memberOf(values, name) ?? null])))
}

const fieldIn = (model: Model) => (path: string) =>
  model.kind === 'dictionary' || fieldOf(model, path) ? path : (path.split('.', 1)[0] ?? path)

interface FieldConflict {
  entry: string
  field: string
  theirs: string
  mine: string
}

export interface OpenedEntry extends WantedEntry {
  existing: OpenEntry | undefined
}

/**
 * The values to write, merged with others' writes since the caller has read the entries: fields and paragraphs that the
 * caller leaves as it read them stay as they are now.
 * @returns a refusal if a field or paragraph was changed by both
 */
export async function mergeKnown<Opened extends OpenedEntry>(
  { known, target }: ContentContext,
  model: Model,
  locale: string,
  opened: readonly Opened[],
): Promise<{ ok: true; value: Opened[] } | { ok: false; result: Envelope<never> }> {
  if (!known) return { ok: true, value: [...opened] }
  const conflicts: FieldConflict[] = []
  const merged: Opened[] = []
  for (const each of opened) {
    const { id, existing, values } = each
    if (!existing) {
      merged.push(each)
      continue
    }
    const read = await known.of(existing.stored.documentId, locale)
    const settled =
      existing.stored.issues.length === 0 ? memberOf(existing.stored.settled?.locales ?? {}, locale) : undefined
    const next = Object.entries(values).map(([field, value]): [string, Json | null] => {
      const base = memberOf(read, field)
      if (base === undefined) return [field, value]
      const now = readValue(existing.draft, model, locale, field) ?? null
      const shown = settled && !settled.standIn ? (memberOf(settled.values, field) ?? null) : now
      if (equalJson(now, base) || equalJson(shown, base)) return [field, value]
      const type = model.kind === 'dictionary' ? undefined : fieldOf(model, field)?.definition.type
      const outcome = mergeValue(type, base, now, value)
      if (outcome.ok) return [field, outcome.value]
      conflicts.push(...outcome.sides.map((sides) => ({ entry: id, field, ...sides })))
      // A read shows what others are typing only once it is valid, so that this answer has to count as one.
      if (existing.stored.issues.length > 0 && knownText(now).length <= MAX_SHOWN)
        known.note(existing.stored.documentId, locale, { [field]: now })
      return [field, value]
    })
    merged.push({ ...each, values: recordOf(next) })
  }
  return conflicts.length > 0
    ? { ok: false, result: refuseConflicts(conflicts, locale, target.branch?.name) }
    : { ok: true, value: merged }
}

type Merged = { ok: true; value: Json } | { ok: false; sides: { theirs: string; mine: string }[] }

function mergeValue(type: string | undefined, base: Json, now: Json, value: Json): Merged {
  if (equalJson(value, now) || equalJson(value, base)) return { ok: true, value: now }
  if (isLongText(type) && (typeof now === 'string' || now === null) && (typeof base === 'string' || base === null)) {
    const merged = mergeParagraphs(type, base ?? '', now ?? '', typeof value === 'string' ? value : '')
    if ('text' in merged) return { ok: true, value: merged.text === '' ? null : merged.text }
    return {
      ok: false,
      sides: merged.conflicts.map(({ theirs, mine }) => ({ theirs: knownText(theirs), mine: knownText(mine) })),
    }
  }
  if (isRecord(base) && isRecord(now) && isRecord(value)) return mergeMembers(base, now, value)
  return { ok: false, sides: [{ theirs: knownText(now), mine: knownText(value) }] }
}

/** Each member of an object by itself; one that is absent on a side was deleted there. */
function mergeMembers(
  base: Readonly<Record<string, Json>>,
  now: Readonly<Record<string, Json>>,
  value: Readonly<Record<string, Json>>,
): Merged {
  const members: [string, Json][] = []
  for (const name of new Set([...Object.keys(now), ...Object.keys(value)])) {
    const [old, theirs, mine] = [base, now, value].map((each) => memberOf(each, name))
    const isMine = theirs === old || (theirs !== undefined && old !== undefined && equalJson(theirs, old))
    const isTheirs = mine === old || (mine !== undefined && old !== undefined && equalJson(mine, old))
    const taken = isMine ? mine : theirs
    const isAlike = theirs !== undefined && mine !== undefined && equalJson(theirs, mine)
    if (!isMine && !isTheirs && !isAlike)
      return {
        ok: false,
        sides: [{ theirs: `${name}: ${knownText(theirs ?? null)}`, mine: `${name}: ${knownText(mine ?? null)}` }],
      }
    if (taken !== undefined) members.push([name, taken])
  }
  return { ok: true, value: recordOf(members) }
}

const knownText = (value: Json): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function refuseConflicts(
  conflicts: readonly FieldConflict[],
  locale: string,
  branch: string | undefined,
): Envelope<never> {
  const shown = (text: string) =>
    text === '' ? 'nothing' : `“${text.slice(0, MAX_SHOWN).toWellFormed()}${text.length > MAX_SHOWN ? ' …' : ''}”`
  const lines = conflicts.slice(0, MAX_NAMED).map(({ entry, field, theirs, mine }) => {
    const at = [entry, ...(locale === '*' ? [] : [locale]), field].join(' · ')
    return `${at}: it is now ${shown(theirs)}, and you would write ${shown(mine)}.`
  })
  const more = conflicts.length > lines.length ? ` And ${conflicts.length - lines.length} more.` : ''
  return fail(
    'changed_meanwhile',
    `Nothing was saved. Somebody has changed what you have read since. ${lines.join('\n')}${more}`,
    {
      path: '/data',
      hint: `Read the entry again${branch === undefined ? '' : ` on ${branch}`}, and save it with what should stay of both.`,
    },
  )
}
