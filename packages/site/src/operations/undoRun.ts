import { applyPatches, undoPatches } from '@atelier/documents'
import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context.ts'
import { siteUndoGuard } from '../diff/undoGuard.ts'

export const undoRun = defineOperation({
  id: 'site.undoRun',
  summary: 'Undo what a run changed',
  description:
    'Take back everything that this run changed so far (run: "this"), or the one before it in this conversation ("last"). What others changed since stays, and is listed.',
  icon: 'undo-2',
  keywords: ['undo', 'revert', 'take back', 'discard changes', 'cancel changes', 'reverse edit'],
  effect: 'write',
  onDemand: true,
  services: true,
  affects: ['page', 'site', 'styles'],
  input: Type.Object({ run: Type.Enum(['this', 'last']) }, { additionalProperties: false }),
  output: Type.Object({
    undone: Type.Number(),
    documents: Type.Array(Type.String()),
    kept: Type.Array(Type.Object({ documentId: Type.String(), key: Type.String(), reason: Type.String() })),
  }),
  async run(context: SiteContext, { run }) {
    const { services, actor } = context
    const changes = services?.changes
    if (!changes?.ofRun || actor.runId === undefined) {
      const hint = 'A person undoes a run with the button on its card.'
      return fail('no_run', 'Only a run of the agent can take runs back.', { path: '/run', hint })
    }
    const set = await changes.ofRun(actor.runId, run)
    if (!set || set.length === 0) {
      const which =
        run === 'this'
          ? 'This run has changed nothing yet.'
          : 'No earlier run of this conversation changed anything that still stands.'
      return fail('nothing_to_undo', which, { path: '/run', hint: 'Read the document to see how it stands.' })
    }
    const kept: { documentId: string; key: string; reason: string }[] = []
    const touched: string[] = []
    let undone = 0
    for (const { documentId, kind, created, patches } of set) {
      const draft = documentId === context.siteId ? context.site : await context.drafts.open(documentId)
      // A page that the run made leaves the site's list; nothing else names it.
      if (!draft || created) continue
      const taken = undoPatches(draft, patches, siteUndoGuard, { documentId, kind })
      applyPatches(draft, taken.patches)
      undone += taken.patches.length
      if (taken.patches.length > 0) touched.push(documentId)
      kept.push(...taken.kept.slice(0, 40).map((each) => ({ documentId, ...each })))
    }
    return ok({ undone, documents: touched, kept })
  },
})
