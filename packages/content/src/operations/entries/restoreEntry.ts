import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryName } from '../../entry/entry.ts'
import { entryIdentity, readEntry, restoreEntry as takeMarkAway } from '../../entry/entryDocument.ts'
import { mainLocale } from '../../entry/settle.ts'
import { checkWritten } from '../shared/checkWritten.ts'
import {
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findModel,
  refuseFindings,
  refuseHiddenLocales,
} from '../shared/support.ts'

export const restoreEntry = defineOperation({
  id: 'content.restoreEntry',
  summary: 'Restore a deleted entry',
  description: 'Bring a deleted entry back by the id of its document, with all its locales.',
  icon: 'archive-restore',
  keywords: ['undelete', 'bring back', 'recover'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object({ documentId: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { documentId }) {
    const draft = await context.drafts.open(documentId)
    const identity = draft && entryIdentity(draft)
    if (!draft || !identity || !visibleTo(context.restriction).model(identity.model))
      return fail('unknown_entry', 'There is no entry with this document.', { path: '/documentId' })
    const found = await findModel(context, identity.model)
    if (!found.ok) return found.result
    const { model, whole } = found.value
    const live = readEntry(draft, model)
    const hidden = refuseHiddenLocales(context, live)
    if (hidden) return hidden
    if (!live.deleted) return fail('not_deleted', `${entryName(identity)} is not deleted.`, { path: '/documentId' })
    if (await context.reader.entry(identity.model, identity.id))
      return fail('id_taken', `There is ${entryName(identity)} already.`, {
        hint: 'Rename that entry first (renameEntry).',
      })
    for (const [locale, { values }] of Object.entries(live.locales)) {
      const wrong = refuseFindings(
        (await checkWritten(context, model, locale, [{ id: identity.id, values }])).filter(
          ({ code }) => code === 'not_unique' || code === 'broken_relation',
        ),
        'It cannot come back as it was',
      )
      if (wrong) return wrong
    }
    takeMarkAway(draft)
    const { entry, findings } = entryWritten(found.value, draft, mainLocale(model, whole.config), ['deleted'])
    return ok(entriesAnswer(context, { entries: [entry], findings: [...findings] }))
  },
})
