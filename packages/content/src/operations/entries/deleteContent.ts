import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { Referrer } from '../../context/reader.ts'
import { ONLY_ENTRY } from '../../entry/entry.ts'
import { deleteEntry, readEntry, setTranslated, writeMeta, writeValues } from '../../entry/entryDocument.ts'
import { isTranslated, mainLocale } from '../../entry/settle.ts'
import { localesOf } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import { fieldOf } from '../../model/named.ts'
import { changeReferences } from '../shared/references.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  type FoundModel,
  findLocale,
  findModel,
  firstOf,
  type OpenEntry,
  openForWriting,
  refusedEntry,
  refuseHiddenLocales,
  refuseHiddenReferrers,
  unknownEntry,
} from '../shared/support.ts'

export const delete_content = defineOperation({
  id: 'content.delete_content',
  summary: 'Delete content',
  description:
    'Delete entries by id, or keys of a dictionary; with `locale` only that translation. Entries that others refer to are refused with a list; references: "clear" takes the references out.',
  icon: 'trash-2',
  keywords: ['remove entry', 'delete entry', 'delete key', 'delete translation'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryIds: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 10_000 }),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
      references: Type.Optional(Type.Literal('clear')),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryIds, locale: asked, references }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    const locale = asked === undefined ? undefined : findLocale(found.value, asked)
    if (locale && !locale.ok) return locale.result
    const ids = [...new Set(entryIds)]
    if (model.kind === 'dictionary') return deleteKeys(context, found.value, ids, locale?.value)
    const { now, left } = firstOf(ids)
    if (locale && model.i18n) return deleteTranslations(context, found.value, now, locale.value, left)

    const written: EntriesWritten = { entries: [], findings: [], left }
    const refusals: Envelope<never>[] = []
    const refuse = (id: string, result: Envelope<never>) => {
      refusals.push(result)
      written.findings.push(refusedEntry(result, model.id, id))
    }
    const deletable = new Map<string, OpenEntry & { referrers: readonly Referrer[] }>()
    for (const id of now) {
      const entry = await openForWriting(context, model, id)
      const refused = entry
        ? (refuseHiddenLocales(context, entry.live) ?? (await refuseHiddenReferrers(context, model.id, id)))
        : await unknownEntry(context, model.id, id)
      if (entry && !refused) deletable.set(id, { ...entry, referrers: await context.reader.referrers(model.id, id) })
      else if (refused) refuse(id, refused)
    }
    // An entry is kept if another one that is kept refers to it.
    const staysFor = (referrers: readonly Referrer[]) =>
      referrers.filter(({ model: from, entry }) => from !== model.id || !deletable.has(entry))
    for (let before = -1; references !== 'clear' && before !== deletable.size; ) {
      before = deletable.size
      for (const [id, { referrers }] of [...deletable]) {
        const referring = staysFor(referrers).map((referrer) => ({ id, referrer }))
        if (referring.length === 0) continue
        deletable.delete(id)
        refuse(id, await stillReferenced(context, model.id, referring))
      }
    }
    const [first] = refusals
    if (first && deletable.size === 0) return first
    const opened = [...deletable].map(([id, entry]) => ({ id, ...entry }))
    const referring = opened.flatMap(({ id, referrers }) => staysFor(referrers).map((referrer) => ({ id, referrer })))
    if (referring.length > 0) {
      const cleared = await changeReferences(
        context,
        referring.map(({ id, referrer }) => ({ referrer, model: model.id, id, becomes: undefined })),
      )
      if (!cleared.ok) return cleared.result
      written.entries.push(...cleared.value)
    }
    for (const { id, draft } of opened) {
      deleteEntry(draft)
      written.entries.push({ model: model.id, id, locale: '*', changed: ['deleted'], settled: false })
    }
    return ok(entriesAnswer(context, written))
  },
})

/** The most references that a refusal names. */
const MAX_SHOWN = 20

async function stillReferenced(
  { reader }: ContentContext,
  model: string,
  referring: readonly { id: string; referrer: Referrer }[],
) {
  /** An entry by its title, with its name unless that is the same. */
  const called = async (its: string, id: string, name: string) => {
    const title = (await reader.entry(its, id))?.title ?? id
    return title === id ? name : `“${title}” (${name})`
  }
  const seen = new Set<string>()
  const lines: string[] = []
  for (const { id, referrer: by } of referring) {
    const key = [id, by.model, by.entry, by.field, by.locale].join(' ')
    if (seen.has(key)) continue
    seen.add(key)
    if (lines.length === MAX_SHOWN) continue
    const at = by.locale === '*' ? by.field : `${by.field}, ${by.locale}`
    lines.push(
      `${await called(model, id, id)} by ${await called(by.model, by.entry, `${by.model}/${by.entry}`)}, ${at}`,
    )
  }
  const shown = lines.join('; ')
  const more = seen.size > lines.length ? `; and ${seen.size - lines.length} more` : ''
  return fail('referenced', `Nothing was deleted, because others refer to it: ${shown}${more}.`, {
    hint: 'Call again with references: "clear" to take the references out, or change them first.',
  })
}

async function deleteKeys(
  context: ContentContext,
  found: FoundModel,
  keys: readonly string[],
  locale: string | undefined,
) {
  const { model, schema } = found
  const entry = await openForWriting(context, model, ONLY_ENTRY)
  if (!entry) return unknownEntry(context, model.id, ONLY_ENTRY)
  const locales = locale === undefined ? localesOf(model, schema.config) : [locale]
  const known = new Set(locales.flatMap((each) => Object.keys(entry.live.locales[each]?.values ?? {})))
  const missing = keys.filter((key) => !known.has(key))
  if (missing.length > 0)
    return fail('unknown_key', `${model.name} has no key ${missing.slice(0, 10).join(', ')}.`, { path: '/entryIds' })
  const clear = Object.fromEntries(keys.map((key) => [key, null]))
  const written: EntriesWritten = { entries: [], findings: [] }
  for (const each of locales) {
    const changed = writeValues(entry.draft, model, each, clear)
    if (changed.length > 0) written.entries.push(entryWritten(found, entry.draft, each, changed).entry)
  }
  return ok(entriesAnswer(context, written))
}

/** Takes one locale out of entries, so that they show the default one there. */
async function deleteTranslations(
  context: ContentContext,
  found: FoundModel,
  ids: readonly string[],
  locale: string,
  left: number,
) {
  const { model, whole } = found
  if (locale === mainLocale(model, whole.config))
    return fail('default_locale', `“${locale}” is the project’s own locale: entries are translated from it.`, {
      hint: 'Leave locale out to delete entries in all locales.',
    })
  const written: EntriesWritten = { entries: [], findings: [], left }
  const findings: Finding[] = []
  for (const id of ids) {
    const entry = await openForWriting(context, model, id)
    if (!entry) {
      const refused = await unknownEntry(context, model.id, id)
      if (ids.length === 1) return refused
      findings.push(refusedEntry(refused, model.id, id))
      continue
    }
    const own = readEntry(entry.draft, model).locales
    if (!isTranslated(own[locale])) {
      const message = `It has no translation to ${locale}.`
      findings.push({ severity: 'warning', code: 'not_translated', message, model: model.id, entry: id, locale })
      continue
    }
    const names = Object.keys(own[locale]?.values ?? {}).filter((name) => fieldOf(model, name)?.shared === undefined)
    const clear = Object.fromEntries(names.map((name) => [name, null]))
    const changed = writeValues(entry.draft, model, locale, clear)
    writeMeta(entry.draft, locale, {
      status: undefined,
      publish_at: undefined,
      expire_at: undefined,
      approved_by: undefined,
      version: undefined,
    })
    setTranslated(entry.draft, locale, undefined)
    written.entries.push(entryWritten(found, entry.draft, locale, changed).entry)
  }
  return ok(entriesAnswer(context, { ...written, findings }))
}
