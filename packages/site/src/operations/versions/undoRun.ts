import { applyPatches, equalJson, undoPatches } from '@atelier/documents'
import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import type { RecordedChanges } from '../../context/services.ts'
import { siteUndoRules } from '../../diff/undoRules.ts'
import type { Found } from '../shared/target.ts'

export const undoRun = defineOperation({
  id: 'site.undoRun',
  summary: 'Undo what a run changed',
  description:
    'Take back everything that this run changed so far (run: "this"), or the one before it in this conversation ("last"). Outside of a run: what one call changed, by the changeSetId of its result. What others changed since stays, and is listed.',
  icon: 'undo-2',
  keywords: ['undo', 'revert', 'take back', 'discard changes', 'cancel changes', 'reverse edit'],
  effect: 'write',
  onDemand: true,
  services: true,
  affects: ['page', 'site', 'styles'],
  input: Type.Object(
    { run: Type.Optional(Type.Enum(['this', 'last'])), changeSetId: Type.Optional(Type.String({ maxLength: 200 })) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    undone: Type.Number(),
    documents: Type.Array(Type.String()),
    kept: Type.Array(Type.Object({ documentId: Type.String(), key: Type.String(), reason: Type.String() })),
  }),
  async run(context: SiteContext, given) {
    const { found: set, refused } = await changesToUndo(context, given)
    if (refused) return refused
    const kept: { documentId: string; key: string; reason: string }[] = []
    const touched: string[] = []
    let undone = 0
    for (const { documentId, kind, created, patches, rules: own } of set) {
      const { hidden, ...rules }: NonNullable<RecordedChanges['rules']> = own ?? siteUndoRules
      const draft = documentId === context.siteId ? context.site : await context.drafts.open(documentId)
      if (!draft) continue
      if (created) {
        // A page that the run made leaves the site's list; nothing else names it.
        if (!hidden) continue
        const [stays] = undoPatches(draft, patches, { ...rules, context: { documentId, kind, created } }).kept
        if (stays) kept.push({ documentId, key: '', reason: stays.reason })
        else if (!equalJson(draft.get(hidden.key), hidden.value)) {
          draft.set(hidden.key, hidden.value)
          undone += patches.length
          touched.push(documentId)
        }
        continue
      }
      const taken = undoPatches(draft, patches, { ...rules, context: { documentId, kind } })
      applyPatches(draft, taken.patches)
      undone += taken.patches.length
      if (taken.patches.length > 0) touched.push(documentId)
      kept.push(...taken.kept.slice(0, 40).map((each) => ({ documentId, ...each })))
    }
    return ok({ undone, documents: touched, kept })
  },
})

async function changesToUndo(
  { services, actor }: SiteContext,
  { run, changeSetId }: { run?: 'this' | 'last'; changeSetId?: string },
): Promise<Found<readonly RecordedChanges[]>> {
  const changes = services?.changes
  if (actor.runId === undefined) {
    if (changeSetId === undefined || !changes?.ofSet) {
      const hint =
        'Pass the changeSetId that the result of a write names. A person undoes a run with the button on its card.'
      return { refused: fail('no_run', 'Only the agent can undo runs, from within a run.', { path: '/run', hint }) }
    }
    const set = await changes.ofSet(changeSetId)
    if (set === 'atWork') {
      const hint = 'Stop the run, or wait until it has ended, and call this again.'
      return {
        refused: fail('run_in_progress', 'The run of these changes is still at work.', { path: '/changeSetId', hint }),
      }
    }
    return set && set.length > 0
      ? { found: set }
      : nothing('No change set has this id and can still be undone.', '/changeSetId')
  }
  if (run === undefined || changeSetId !== undefined || !changes?.ofRun) {
    const hint = 'Say run: "this" or run: "last".'
    return {
      refused: fail('invalid_input', 'Within a run, name the run whose changes are to be undone.', {
        path: '/run',
        hint,
      }),
    }
  }
  const set = await changes.ofRun(actor.runId, run)
  if (set && set.length > 0) return { found: set }
  const which =
    run === 'this'
      ? 'This run has changed nothing yet.'
      : 'No earlier run of this conversation made changes that can still be undone.'
  return nothing(which, '/run')
}

function nothing(message: string, path: string): { refused: Envelope<never> } {
  return { refused: fail('nothing_to_undo', message, { path, hint: 'Read the document to see its current state.' }) }
}
