import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readEntry, writeValues } from '../../entry/entryDocument.ts'
import { viewAfter } from '../../entry/pastEdits.ts'
import { isTranslated } from '../../entry/settle.ts'
import { localesOf } from '../../model/definition.ts'
import { memberOf } from '../../model/json.ts'
import { fieldOf } from '../../model/named.ts'
import { checkWritten } from '../shared/checkWritten.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findModel,
  openForWriting,
  refuseFindings,
  unknownEntry,
} from '../shared/support.ts'

export const restoreFields = defineOperation({
  id: 'content.restoreFields',
  summary: 'Restore earlier values of an entry',
  description:
    'Bring fields of an entry back to what they were after the change `seq` (entryHistory): all that differ, or those named, in all locales or one.',
  icon: 'history',
  keywords: ['revert', 'older version', 'roll back', 'revision'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryId: Type.String({ maxLength: 200 }),
      seq: Type.Integer(),
      fields: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 200 })),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryId, seq, fields, locale }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, schema } = found.value
    const entry = await openForWriting(context, model, entryId)
    if (!entry) return unknownEntry(context, model.id, entryId)
    const { history } = context.services
    if (!history) return fail('no_history', 'The history is read on the server.')
    const { documentId } = entry.stored
    const past = await viewAfter((most, before) => history(documentId, most, before), entry.draft, seq)
    const then = past && readEntry(past, model)
    if (!then)
      return fail('unknown_change', `The entry has no change ${seq}.`, {
        path: '/seq',
        hint: 'entryHistory lists its changes.',
      })
    const written: EntriesWritten = { entries: [], findings: [] }
    for (const each of localesOf(model, schema.config)) {
      if (locale !== undefined && each !== locale) continue
      const [old, now] = [then.locales[each]?.values ?? {}, entry.live.locales[each]?.values ?? {}]
      const names = fields ?? [...new Set([...Object.keys(old), ...Object.keys(now)])]
      const values = Object.fromEntries(
        names
          .filter((name) => Object.hasOwn(old, name) || Object.hasOwn(now, name))
          // One value for all languages is that of the languages that the entry had then.
          .filter((name) => fieldOf(model, name)?.shared === undefined || isTranslated(then.locales[each]))
          .map((name) => [name, memberOf(old, name) ?? null]),
      )
      const wrong = refuseFindings(
        (await checkWritten(context, model, each, [{ id: entryId, values }])).filter(
          ({ code }) => code === 'not_unique' || code === 'broken_relation',
        ),
        'It cannot become what it was',
      )
      if (wrong) return wrong
      const changed = writeValues(entry.draft, model, each, values)
      context.known?.note(entry.stored.documentId, each, values)
      if (changed.length === 0) continue
      const result = entryWritten(found.value, entry.draft, each, changed)
      written.entries.push(result.entry)
      written.findings = [...result.findings]
    }
    return ok(entriesAnswer(context, written))
  },
})
