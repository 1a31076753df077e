import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { writeValues } from '../../entry/entryDocument.ts'
import { isTranslated } from '../../entry/settle.ts'
import { orderFieldOf } from '../../model/orderField.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findModel,
  firstOf,
  openForWriting,
  refusedEntry,
  unknownEntry,
} from '../shared/support.ts'

export const orderEntries = defineOperation({
  id: 'content.orderEntries',
  summary: 'Order entries',
  description:
    'Number entries 1, 2, 3 … in the order given, in a number field of their model: `field`, or one called order, sort_order or position.',
  icon: 'arrow-down-1-0',
  keywords: ['sort', 'manual order', 'reorder', 'position'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryIds: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 10_000 }),
      field: Type.Optional(Type.String({ maxLength: 200 })),
      first: Type.Optional(Type.Integer({ description: 'The number of the first one. Default 1.' })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryIds, field: asked, first = 1 }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    const field = orderFieldOf(model, asked)
    if (field === undefined)
      return fail(
        'no_order_field',
        `${model.name} has no number field for the order${asked === undefined ? '' : ` called “${asked}”`}.`,
        {
          path: '/field',
          hint: `Add one: save_model {"id": "${model.id}", "fields": {"order": {"type": "integer"}}}.`,
        },
      )
    const sees = visibleTo(context.restriction)
    const { now, left } = firstOf([...new Set(entryIds)])
    const written: EntriesWritten = { entries: [], findings: [], left }
    for (const [i, id] of now.entries()) {
      const entry = await openForWriting(context, model, id)
      if (!entry) {
        const refused = await unknownEntry(context, model.id, id)
        if (now.length === 1) return refused
        written.findings.push(refusedEntry(refused, model.id, id))
        continue
      }
      for (const [locale, own] of Object.entries(entry.live.locales)) {
        if (!sees.locale(locale) || !isTranslated(own)) continue
        const changed = writeValues(entry.draft, model, locale, { [field]: first + i })
        if (changed.length > 0) written.entries.push(entryWritten(found.value, entry.draft, locale, changed).entry)
      }
    }
    return ok(entriesAnswer(context, written))
  },
})
