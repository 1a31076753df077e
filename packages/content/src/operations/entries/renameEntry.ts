import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { renameEntry as writeName } from '../../entry/entryDocument.ts'
import { refuseId } from '../../entry/settle.ts'
import { integerKeyMessage } from '../../model/fields.ts'
import { isIntegerKey } from '../../model/json.ts'
import { changeReferences } from '../shared/references.ts'
import {
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findModel,
  openForWriting,
  refuseHiddenLocales,
  refuseHiddenReferrers,
  unknownEntry,
} from '../shared/support.ts'

export const renameEntry = defineOperation({
  id: 'content.renameEntry',
  summary: 'Rename an entry',
  description: 'Give an entry another id, or a document another slug. References to it follow.',
  icon: 'pencil-line',
  keywords: ['slug', 'change id', 'move entry'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryId: Type.String({ maxLength: 200 }),
      newId: Type.String({ maxLength: 200 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryId, newId }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    const entry = await openForWriting(context, model, entryId)
    if (!entry) return unknownEntry(context, model.id, entryId)
    const hidden = refuseHiddenLocales(context, entry.live) ?? (await refuseHiddenReferrers(context, model.id, entryId))
    if (hidden) return hidden
    const wrong = refuseId(model, newId) ?? (isIntegerKey(newId) ? integerKeyMessage(newId) : undefined)
    if (wrong !== undefined) return fail('id', wrong, { path: '/newId' })
    if (newId !== entryId && (await context.reader.entry(model.id, newId)))
      return fail('id_taken', `There is ${model.id}/${newId} already.`, { path: '/newId' })
    writeName(entry.draft, newId)
    const referrers = await context.reader.referrers(model.id, entryId)
    const changed = await changeReferences(
      context,
      referrers.map((referrer) => ({ referrer, model: model.id, id: entryId, becomes: newId })),
    )
    if (!changed.ok) return changed.result
    const { entry: renamed } = entryWritten(found.value, entry.draft, '*', newId === entryId ? [] : ['id'])
    return ok(entriesAnswer(context, { entries: [renamed, ...changed.value], findings: [] }))
  },
})
