import { afterView, applyPatches, beforeView, type Draft, type Patch, plainView, undoPatches } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { patchesOfParts } from '../../diff/parts.ts'
import { patchesBetween } from '../../diff/restore.ts'
import { siteUndoRules } from '../../diff/undoRules.ts'
import { viewOfFields } from '../../publish/fields.ts'
import type { Found } from '../shared/target.ts'

export const restoreChanges = defineOperation({
  id: 'site.restoreChanges',
  summary: 'Take back some changes of many',
  description:
    'Take back single changes of a change set (changeSetId of a result, or the id of a finished run), or of what has changed since a version (versionId). Each is named by its document and by the part of its line in the list of changes. What others changed since stays, and is listed.',
  icon: 'undo-2',
  keywords: ['undo', 'revert', 'take back', 'restore one change', 'partial undo', 'cherry pick'],
  effect: 'write',
  onDemand: true,
  services: true,
  affects: ['page', 'site', 'styles'],
  input: Type.Object(
    {
      changeSetId: Type.Optional(Type.String({ maxLength: 200 })),
      versionId: Type.Optional(Type.String({ maxLength: 200 })),
      changes: Type.Array(
        Type.Object(
          { documentId: Type.String({ maxLength: 100 }), part: Type.String({ maxLength: 300 }) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 200 },
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    restored: Type.Integer(),
    documents: Type.Array(Type.String()),
    kept: Type.Array(Type.Object({ documentId: Type.String(), key: Type.String(), reason: Type.String() })),
  }),
  async run(context: SiteContext, { changeSetId, versionId, changes }) {
    const { found: source, refused } = await findSource(context, changeSetId, versionId)
    if (refused) return refused
    const kept: { documentId: string; key: string; reason: string }[] = []
    const documents: string[] = []
    let restored = 0
    for (const documentId of new Set(changes.map((each) => each.documentId))) {
      const draft = documentId === context.siteId ? context.site : await context.drafts.open(documentId)
      const made = draft && source(documentId, draft)
      if (!draft || !made) continue
      const parts = changes.filter((each) => each.documentId === documentId)
      const taken = undoPatches(draft, patchesOfParts(parts, made), {
        ...siteUndoRules,
        context: { documentId, kind: made.kind },
      })
      applyPatches(draft, taken.patches)
      restored += taken.patches.length
      if (taken.patches.length > 0) documents.push(documentId)
      kept.push(...taken.kept.slice(0, 40).map((each) => ({ documentId, ...each })))
    }
    return ok({ restored, documents, kept })
  },
})

/** Reads what was changed in a document; undefined if nothing was. */
type Source = (
  documentId: string,
  draft: Draft,
) => (Parameters<typeof patchesOfParts>[1] & { kind: string }) | undefined

async function findSource(
  { services }: SiteContext,
  changeSetId: string | undefined,
  versionId: string | undefined,
): Promise<Found<Source>> {
  if ((changeSetId === undefined) === (versionId === undefined)) {
    const hint = 'A result names its changeSetId; list_versions has the versions.'
    return { refused: fail('invalid_input', 'Name either a change set or a version.', { path: '/changeSetId', hint }) }
  }
  if (versionId !== undefined) return await sinceVersion(services, versionId)
  const set = await services?.changes?.ofSet?.(changeSetId ?? '')
  if (set === 'atWork') {
    const hint = 'Stop the run, or wait until it has ended, and call this again.'
    return {
      refused: fail('run_in_progress', 'The run of these changes is still at work.', { path: '/changeSetId', hint }),
    }
  }
  if (!set) {
    const hint = 'Pass the changeSetId that the result of a write names.'
    const message = 'No change set has this id and can still be taken back.'
    return { refused: fail('nothing_to_undo', message, { path: '/changeSetId', hint }) }
  }
  return {
    found(documentId, draft) {
      const made = set.find((each) => each.documentId === documentId)
      if (!made) return undefined
      const { kind, patches } = made
      return { kind, patches, before: beforeView(draft, patches), after: afterView(draft, patches) }
    },
  }
}

async function sinceVersion(services: SiteContext['services'], versionId: string): Promise<Found<Source>> {
  const all = await services?.versions?.open(versionId)
  if (!all) {
    const hint = 'Call list_versions for those there are.'
    return { refused: fail('unknown_version', `There is no version "${versionId}".`, { path: '/versionId', hint }) }
  }
  return {
    found(documentId, draft) {
      const { kind, fields } = all.find((each) => each.documentId === documentId) ?? newerDocument
      const patches: Patch[] = patchesBetween(fields, plainView(draft))
      return { kind, patches, before: viewOfFields(fields), after: draft }
    },
  }
}

/** A document that is newer than a version was empty then. */
const newerDocument = { kind: 'page', fields: {} }
