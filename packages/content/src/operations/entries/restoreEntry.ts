import type { Draft } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext, WrittenEntry } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { Deletion } from '../../context/services.ts'
import { entryName } from '../../entry/entry.ts'
import {
  entryIdentity,
  isErased,
  keyPlace,
  readEntry,
  readValue,
  restoreEntry as takeMarkAway,
  writeValues,
} from '../../entry/entryDocument.ts'
import { referenceBack } from '../../entry/referenceBack.ts'
import { mainLocale } from '../../entry/settle.ts'
import { fieldOf } from '../../model/named.ts'
import { checkWritten } from '../shared/checkWritten.ts'
import {
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findModel,
  refuseFindings,
  refuseHiddenLocales,
  wholeSchema,
} from '../shared/support.ts'

export const restoreEntry = defineOperation({
  id: 'content.restoreEntry',
  summary: 'Restore a deleted entry',
  description:
    'Bring a deleted entry back from the bin by the id of its document (listBin): with its id, all its locales, and the references to it that its deletion cleared.',
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
    const deletion = await context.services.bin?.find(documentId)
    const draft = (await context.drafts.open(documentId)) ?? remake(context, deletion)
    const identity = draft && entryIdentity(draft)
    if (!draft || !identity || !visibleTo(context.restriction).model(identity.model))
      return fail('unknown_entry', 'There is no entry with this document.', { path: '/documentId' })
    if (isErased(draft)) return fail('erased', `${entryName(identity)} was deleted for good.`, { path: '/documentId' })
    const found = await findModel(context, identity.model)
    if (!found.ok) return found.result
    const { model, whole } = found.value
    const live = readEntry(draft, model)
    const hidden = refuseHiddenLocales(context, live)
    if (hidden) return hidden
    const isRemade = draft.get('deleted') !== true && deletion?.entry.documentId === documentId
    if (!live.deleted && !isRemade)
      return fail('not_deleted', `${entryName(identity)} is not deleted.`, { path: '/documentId' })
    const taken = await context.reader.entry(identity.model, identity.id)
    if (taken)
      return fail('id_taken', `There is another ${entryName(identity)} by now: “${taken.title}”.`, {
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
    const referring = deletion ? await restoreReferences(context, deletion) : []
    return ok(entriesAnswer(context, { entries: [entry, ...referring], findings: [...findings] }))
  },
})

/** Makes an entry again that an undo has removed whole: a new document with the same id and values. */
function remake({ drafts, newId }: ContentContext, deletion: Deletion | undefined): Draft | undefined {
  if (!deletion?.patches.some(({ key, before }) => key === 'entry' && before !== undefined)) return undefined
  const draft = drafts.create(newId(), 'entry')
  for (const { key, before } of deletion.patches) if (before !== undefined && key !== 'deleted') draft.set(key, before)
  return draft
}

/** Puts the references back that the deletion took out of other entries, except where a user has set another value since. */
async function restoreReferences(context: ContentContext, { entry, others }: Deletion): Promise<WrittenEntry[]> {
  const whole = await wholeSchema(context)
  const sees = visibleTo(context.restriction)
  const written: WrittenEntry[] = []
  for (const { documentId, patches } of others) {
    const draft = await context.drafts.open(documentId)
    const identity = draft && entryIdentity(draft)
    const model = whole?.models.find(({ id }) => id === identity?.model)
    if (!whole || !draft || !model || draft.get('deleted') === true || !sees.model(model.id)) continue
    for (const { key, before: was, after: became } of patches) {
      const place = keyPlace(key, model)
      const field = place && fieldOf(model, place.field)
      if (!place || !field || !sees.locale(place.locale)) continue
      const now = readValue(draft, model, place.locale, place.field)
      const value = referenceBack(field.definition, { was, became, now }, entry.model, entry.id)
      if (value === undefined) continue
      const changed = writeValues(draft, model, place.locale, { [place.field]: value })
      if (changed.length > 0) written.push(entryWritten({ model, whole }, draft, place.locale, changed).entry)
    }
  }
  return written
}
