import type { Draft, Json } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { createEntry, readValue, writeMeta, writeValues } from '../../entry/entryDocument.ts'
import { refuseId, uniqueText } from '../../entry/settle.ts'
import { localesOf, type Model, type ModelField } from '../../model/definition.ts'
import { integerKeyMessage } from '../../model/fields.ts'
import { isIntegerKey } from '../../model/json.ts'
import { valueFields } from '../../model/named.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findModel,
  openForWriting,
  refuseHiddenLocales,
  unknownEntry,
} from '../shared/support.ts'
import { newEntryId } from './saveContent.ts'

export const duplicateEntry = defineOperation({
  id: 'content.duplicateEntry',
  summary: 'Duplicate an entry',
  description:
    'Make another entry with the values of one, in all its locales, as a draft. Relations stay. The title, and values that are unique, get a number behind them; other unique values are left empty.',
  icon: 'copy',
  keywords: ['copy entry', 'clone', 'duplicate'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryId: Type.String({ maxLength: 200 }),
      newId: Type.Optional(Type.String({ maxLength: 200, description: 'Default: a free one.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryId, newId }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, schema } = found.value
    if (model.kind !== 'collection' && model.kind !== 'document')
      return fail('one_entry', `${model.name} has only one entry.`, { path: '/model' })
    const entry = await openForWriting(context, model, entryId)
    if (!entry) return unknownEntry(context, model.id, entryId)
    const hidden = refuseHiddenLocales(context, entry.live)
    if (hidden) return hidden
    const id = newId ?? (await freeId(context, model, entryId))
    const wrong = refuseId(model, id) ?? (isIntegerKey(id) ? integerKeyMessage(id) : undefined)
    if (wrong !== undefined) return fail('id', wrong, { path: '/newId' })
    if (await context.reader.entry(model.id, id))
      return fail('id_taken', `There is ${model.id}/${id} already.`, { path: '/newId' })

    const draft = context.drafts.create(context.newId(), 'entry')
    createEntry(draft, { model: model.id, id })
    const written: EntriesWritten = { entries: [], findings: [] }
    for (const locale of localesOf(model, schema.config)) {
      if (!copyKeys(entry.draft, draft, locale)) continue
      await tellApart(context, model, locale, draft)
      writeMeta(draft, locale, { status: 'draft' })
      const changed = Object.keys(entry.live.locales[locale]?.values ?? {})
      const { entry: made, findings } = entryWritten(found.value, draft, locale, changed)
      written.entries.push(made)
      written.findings = [...findings]
    }
    return ok(entriesAnswer(context, written))
  },
})

/** Copies the values of a locale, also those of no field, and what they were translated from. Returns whether there are any. */
function copyKeys(from: Draft, to: Draft, locale: string): boolean {
  const keys = [...from.keys(`${locale}/`)]
  for (const key of [...keys, `${locale}:translated`]) {
    const value = from.get(key)
    if (value !== undefined) to.set(key, value)
  }
  return keys.length > 0
}

/** Returns an id that no entry has; for a document its slug with a number behind it. */
async function freeId(context: ContentContext, model: Model, entryId: string): Promise<string> {
  if (model.kind !== 'document') return newEntryId(context)
  const { stem, next } = splitNumber(entryId, '-')
  for (let number = next; ; number += 1) {
    const id = `${stem}-${number}`
    if (!(await context.reader.entry(model.id, id))) return id
  }
}

/** A text without the number behind it, and the number that comes next. */
function splitNumber(text: string, separator: ' ' | '-'): { stem: string; next: number } {
  const at = text.lastIndexOf(separator)
  const number = at > 0 && /^[1-9]\d{0,3}$/.test(text.slice(at + 1)) ? Number(text.slice(at + 1)) : undefined
  return number === undefined ? { stem: text, next: 2 } : { stem: text.slice(0, at), next: number + 1 }
}

/** Types whose values may have a number behind them. */
const numberedTypes: ReadonlySet<string> = new Set(['string', 'text', 'slug'])

/** Puts a number behind the title and unique texts of a copy, and takes other unique values away. */
async function tellApart(context: ContentContext, model: Model, locale: string, draft: Draft): Promise<void> {
  for (const field of valueFields(model)) {
    const isUnique = field.definition.unique === true
    if (!isUnique && field.name !== model.title_field) continue
    const value = readValue(draft, model, locale, field.name)
    if (value === undefined) continue
    const next = await otherValue(context, model, locale, field, value)
    writeValues(draft, model, locale, { [field.name]: next ?? null })
  }
}

async function otherValue(
  { reader }: ContentContext,
  model: Model,
  locale: string,
  { name, definition }: ModelField,
  value: Json,
): Promise<Json | undefined> {
  if (typeof value !== 'string' || !numberedTypes.has(definition.type))
    return definition.unique === true ? undefined : value
  const separator = definition.type === 'slug' ? '-' : ' '
  const { stem, next } = splitNumber(value, separator)
  const titles = new Set((await reader.entries(model.id)).map(({ title }) => title))
  for (let number = next; ; number += 1) {
    const text = `${stem}${separator}${number}`
    const holders = await reader.holders(model.id, name, [uniqueText(text)])
    if (!titles.has(text) && !holders.some((each) => each.locale === locale)) return text
  }
}
