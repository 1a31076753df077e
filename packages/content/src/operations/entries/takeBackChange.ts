import { applyPatches, type Kept, undoPatches } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryType } from '../../entry/documentTypes.ts'
import { keyPlace, readEntry } from '../../entry/entryDocument.ts'
import { mainLocale } from '../../entry/settle.ts'
import type { Model } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import { checkWritten } from '../shared/checkWritten.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findModel,
  openForWriting,
  refuseFindings,
  refuseHiddenLocales,
  unknownEntry,
} from '../shared/support.ts'

/** The most changes that one call takes back. */
const MOST_CHANGES = 200
/** The keys of an entry as a whole, which renameEntry and restoreEntry change. */
const wholeKeys: ReadonlySet<string> = new Set(['entry', 'id', 'deleted', 'erased'])

export const takeBackChange = defineOperation({
  id: 'content.takeBackChange',
  summary: 'Take back a change of an entry',
  description:
    'Take single changes of an entry back by their `seq` (entryHistory), and leave what was changed before and since. A value that was changed again since stays, with a warning.',
  icon: 'undo-2',
  keywords: ['undo change', 'revert change', 'history'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryId: Type.String({ maxLength: 200 }),
      seqs: Type.Array(Type.Integer(), { minItems: 1, maxItems: MOST_CHANGES }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryId, seqs }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, whole } = found.value
    const entry = await openForWriting(context, model, entryId)
    if (!entry) return unknownEntry(context, model.id, entryId)
    const hidden = refuseHiddenLocales(context, entry.live)
    if (hidden) return hidden
    const { history } = context.services
    if (!history) return fail('no_history', 'The history is read on the server.')
    const patches = []
    for (const seq of [...new Set(seqs)].sort((a, b) => a - b)) {
      const [edit] = await history(entry.stored.documentId, 1, seq + 1)
      if (edit?.seq !== seq)
        return fail('unknown_change', `The entry has no change ${seq}.`, {
          path: '/seqs',
          hint: 'entryHistory lists its changes.',
        })
      patches.push(...edit.patches.filter(({ key }) => !wholeKeys.has(key)))
    }
    const { undoGuard: guard, undoMerge: merge } = entryType
    const undone = undoPatches(entry.draft, patches, { guard, merge })
    if (undone.patches.length === 0)
      return fail('nothing_to_take_back', 'All of it was changed again since, or is taken back already.')
    applyPatches(entry.draft, undone.patches)
    const after = readEntry(entry.draft, model)
    const changed = Map.groupBy(
      new Set(undone.patches.flatMap(({ key }) => keyPlace(key, model) ?? [])),
      ({ locale }) => locale,
    )
    const written: EntriesWritten = { entries: [], findings: [] }
    const findings: Finding[] = []
    for (const [locale, places] of changed) {
      const names = [...new Set(places.map(({ field }) => field))]
      const values = Object.fromEntries(
        Object.entries(after.locales[locale]?.values ?? {}).filter(([name]) => names.includes(name)),
      )
      const wrong = refuseFindings(
        (await checkWritten(context, model, locale, [{ id: entryId, values }])).filter(
          ({ code }) => code === 'not_unique' || code === 'broken_relation',
        ),
        'It cannot become what it was',
      )
      if (wrong) return wrong
      const result = entryWritten(found.value, entry.draft, locale, names)
      written.entries.push(result.entry)
      findings.splice(0, findings.length, ...result.findings)
    }
    if (written.entries.length === 0)
      written.entries.push(entryWritten(found.value, entry.draft, mainLocale(model, whole.config), []).entry)
    written.findings = [...findings, ...keptFindings(undone.kept, model, entryId)]
    return ok(entriesAnswer(context, written))
  },
})

/** Values that stay, because a user has changed them again. */
function keptFindings(kept: readonly Kept[], model: Model, entry: string): Finding[] {
  return kept.flatMap(({ key, reason }): Finding[] => {
    const place = keyPlace(key, model)
    return place
      ? [{ severity: 'warning', code: 'changed_since', message: reason, model: model.id, entry, ...place }]
      : []
  })
}
