import type { Json } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { digestOf } from '../../entry/digest.ts'
import type { EntryLocale } from '../../entry/entry.ts'
import { readEntry, setTranslated, writeValues } from '../../entry/entryDocument.ts'
import { isTranslated } from '../../entry/settle.ts'
import type { Model } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findLocale,
  findModel,
  firstOf,
  refusedEntry,
  unknownEntry,
} from '../shared/support.ts'

export const copy_locale = defineOperation({
  id: 'content.copy_locale',
  summary: 'Copy content to another locale',
  description:
    'Copy the values of entries from one locale to another, as drafts to translate. Only where there is no translation yet: of a dictionary the keys that are missing.',
  icon: 'languages',
  keywords: ['translate', 'duplicate locale', 'localise'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      from: Type.String({ maxLength: 20 }),
      to: Type.String({ maxLength: 20 }),
      entryIds: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, from, to, entryIds }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    if (!model.i18n)
      return fail('not_translated', `${model.name} has no locales.`, {
        hint: 'save_model with i18n: true gives it some.',
      })
    for (const locale of [from, to]) {
      const known = findLocale(found.value, locale)
      if (!known.ok) return known.result
    }
    if (from === to) return fail('same_locale', 'A locale is copied to another one.', { path: '/to' })
    const all = await context.reader.entries(model.id)
    const wanted = entryIds === undefined ? all : all.filter(({ id }) => entryIds.includes(id))
    const missing = (entryIds ?? []).filter((id) => !all.some((entry) => entry.id === id))
    const refused: Finding[] = []
    for (const id of missing) {
      const result = await unknownEntry(context, model.id, id)
      if (wanted.length === 0) return result
      refused.push(refusedEntry(result, model.id, id))
    }
    // A settled state tells of most entries that there is nothing to copy, without their document.
    const open = wanted.filter(({ settled }) => !settled || copied(model, settled.locales[from], settled.locales[to]))
    const { now, left } = firstOf(open)
    const written: EntriesWritten = { entries: [], findings: refused, left }
    for (const { documentId } of now) {
      const draft = await context.drafts.open(documentId)
      if (!draft) continue
      const { locales } = readEntry(draft, model)
      const values = copied(model, locales[from], locales[to])
      if (!values) continue
      const changed = writeValues(draft, model, to, values)
      context.known?.note(documentId, to, values)
      setTranslated(draft, to, digestOf(locales[from]?.values ?? {}))
      written.entries.push(entryWritten(found.value, draft, to, changed).entry)
    }
    return ok(entriesAnswer(context, written))
  },
})

/** The copied values; undefined if there is nothing, or a translation. */
function copied(
  model: Model,
  from: EntryLocale | undefined,
  to: EntryLocale | undefined,
): Readonly<Record<string, Json>> | undefined {
  if (!from || !isTranslated(from)) return undefined
  if (!isTranslated(to)) return from.values
  if (model.kind !== 'dictionary') return undefined
  const missing = Object.entries(from.values).filter(([key]) => !Object.hasOwn(to?.values ?? {}, key))
  return missing.length > 0 ? Object.fromEntries(missing) : undefined
}
