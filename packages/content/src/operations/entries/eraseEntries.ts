import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { BinnedEntry } from '../../context/services.ts'
import { entryName } from '../../entry/entry.ts'
import { eraseEntry, isErased } from '../../entry/entryDocument.ts'
import { MAX_ENTRIES } from '../shared/support.ts'

/** Titles that the question before it names. */
const MAX_NAMED = 5

export const eraseEntries = defineOperation({
  id: 'content.eraseEntries',
  summary: 'Delete entries for good',
  description:
    'Take deleted entries out of the bin for good, by the ids of their documents (listBin). They cannot be restored afterwards, not by undo either.',
  icon: 'trash-2',
  keywords: ['empty bin', 'purge', 'delete permanently', 'erase'],
  effect: 'destructive',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'none',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      documentIds: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: MAX_ENTRIES }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ erased: Type.Integer() }),
  async consequence(context: ContentContext, { documentIds }) {
    const found = await binnedEntries(context, documentIds)
    if (found.length === 0) return undefined
    const names = found.slice(0, MAX_NAMED).map(({ title }) => `“${title}”`)
    const more = found.length > names.length ? ` and ${found.length - names.length} more` : ''
    return {
      message: `Delete ${names.join(', ')}${more} for good. They cannot be restored.`,
      target: found.length === 1 ? (found[0]?.title ?? '') : `${found.length} entries`,
      documentIds: [],
    }
  },
  async run(context: ContentContext, { documentIds }) {
    const found = await binnedEntries(context, documentIds)
    const known = new Set(found.map(({ documentId }) => documentId))
    const missing = documentIds.filter((id) => !known.has(id))
    if (missing.length > 0)
      return fail('not_in_bin', `${missing.slice(0, 5).join(', ')} is not in the bin.`, {
        path: '/documentIds',
        hint: 'listBin lists what is.',
      })
    for (const entry of found) {
      const draft = await context.drafts.open(entry.documentId)
      if (!draft) {
        // An undo has removed it whole: its row alone is left.
        await context.services.bin?.eraseRemoved(entry.documentId)
        continue
      }
      if (draft.get('deleted') !== true || isErased(draft))
        return fail('not_in_bin', `${entryName(entry)} is not in the bin.`, { path: '/documentIds' })
      eraseEntry(draft)
    }
    return ok({ erased: found.length })
  },
})

async function binnedEntries(
  { services, restriction }: ContentContext,
  documentIds: readonly string[],
): Promise<BinnedEntry[]> {
  const sees = visibleTo(restriction)
  const found: BinnedEntry[] = []
  for (const id of new Set(documentIds)) {
    const entry = (await services.bin?.find(id))?.entry
    if (entry && sees.model(entry.model) && entry.locales.every((locale) => sees.locale(locale))) found.push(entry)
  }
  return found
}
