import { equalJson, type Json } from '@atelier/documents'
import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { ONLY_ENTRY } from '../../entry/entry.ts'
import { readValue } from '../../entry/entryDocument.ts'
import { mergeText } from '../../entry/mergeText.ts'
import { BODY, fieldOf, isLongText } from '../../model/named.ts'
import { jsonOf } from '../shared/checkWritten.ts'
import { entriesOutput, findLocale, findModel, openForWriting, typingInput, unknownEntry } from '../shared/support.ts'
import { saveMerged } from './saveContent.ts'

export const editField = defineOperation({
  id: 'content.editField',
  summary: 'Edit a field of an entry',
  description:
    'Save one field over the value that the edit began with (`base`), null for none. What others have written meanwhile stays: of a long text in all paragraphs that were not edited here, otherwise the edit is refused with `changed_meanwhile`.',
  icon: 'pencil',
  keywords: ['edit', 'paragraph', 'together', 'merge'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryId: Type.String({ maxLength: 200 }),
      locale: Type.Optional(Type.String({ maxLength: 20, description: 'Default: the project’s.' })),
      field: Type.String({ maxLength: 200 }),
      base: Type.Unknown(),
      value: Type.Unknown(),
      typing: Type.Optional(typingInput),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryId, locale: asked, field, typing = false, ...given }) {
    const [base, value] = [jsonOf(given.base), jsonOf(given.value)]
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    const locale = findLocale(found.value, asked)
    if (!locale.ok) return locale.result
    const entry = await openForWriting(context, model, entryId)
    // The only entry of its model is made by the first save.
    const isMade = entryId === ONLY_ENTRY && (model.kind === 'singleton' || model.kind === 'dictionary')
    if (!entry && !isMade) return unknownEntry(context, model.id, entryId)
    const now = (entry && readValue(entry.draft, model, locale.value, field)) ?? null
    const type = model.kind === 'dictionary' ? undefined : fieldOf(model, field)?.definition.type
    const next = isLongText(type) ? mergedText(type, base, now, value) : equalJson(now, base) ? value : undefined
    if (next === undefined && !equalJson(now, value))
      return fail('changed_meanwhile', 'Somebody else has changed this field since.', {
        path: '/base',
        hint: 'Read the entry again, and decide which of the two it should have.',
      })
    const at = { model: model.id, typing, ...(asked === undefined ? {} : { locale: asked }) }
    const saved = next === undefined ? value : next
    switch (model.kind) {
      case 'collection':
        return saveMerged(context, { ...at, data: { [entryId]: { [field]: saved } } })
      case 'document':
        return saveMerged(context, {
          ...at,
          slug: entryId,
          ...(field === BODY ? { body: typeof saved === 'string' ? saved : '' } : { data: { [field]: saved } }),
        })
      default:
        return saveMerged(context, { ...at, data: { [field]: saved } })
    }
  },
})

/** Undefined if it cannot be had without a decision. */
function mergedText(type: 'markdown' | 'richtext', base: Json, now: Json, value: Json): Json | undefined {
  const textOf = (given: Json) => (typeof given === 'string' ? given : '')
  if (equalJson(textOf(now), textOf(base))) return value
  const merged = mergeText(type, textOf(base), textOf(now), textOf(value))
  return merged === '' ? null : merged
}
