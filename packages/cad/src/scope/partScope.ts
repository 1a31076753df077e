import type {
  CallContext,
  Focus,
  PostRunReport,
  RunToCheck,
  Scope,
  ScopeCall,
  ScopeRun,
  ScopeTypes,
  Suffix,
} from '@atelier/agent'
import type { Documents, DraftSet } from '@atelier/documents'
import { fail } from '@atelier/operation'
import { findingsOf } from '../build/findings.ts'
import type { PartContext, Step } from '../context/context.ts'
import { readPart } from '../document/part.ts'
import { partsDocumentId, readParts } from '../document/partsType.ts'
import { partType } from '../document/partType.ts'
import type { Kernel } from '../kernel/port.ts'
import { partOperations } from '../operations/index.ts'
import { partState, partStateText } from '../prompt/state.ts'
import { partSystemPrompt } from '../prompt/system.ts'
import { partRehearsals } from '../rehearsals/index.ts'
import { recordDraft } from './recordedDraft.ts'

/** The most steps that are kept of a caller. */
const MOST_STEPS = 50

/** The document access that the scope `part` uses. */
export interface PartTypes extends ScopeTypes {
  drafts: DraftSet
  documents: Pick<Documents, 'inProject'>
  kernel: Kernel
}

/** The server's services for the scope. */
export interface PartStore {
  /**
   * The kernel for a part, for reads outside of calls; it MAY answer from builds that were made before. A call brings its
   * own (`ScopeCall.kernel`), since no document may be held while a kernel works.
   */
  kernel(projectId: string, documentId: string): Kernel
  /** The sketch that is open in a conversation, or for an API key. */
  openSketches: {
    get(caller: string): string | undefined
    set(caller: string, sketch: string | undefined): void
  }
  /** The steps of runs and callers that can be taken back or made again. */
  steps: {
    get(caller: string): { done: readonly Step[]; undone: readonly Step[] } | undefined
    set(caller: string, steps: { done: readonly Step[]; undone: readonly Step[] }): void
  }
}

/** The scope `part`: CAD models, their features, sketches, parameters and requirements. */
export function createPartScope(store: PartStore): Scope<PartContext, PartTypes> {
  return {
    id: 'part',
    unlisted: true,
    focusFields: ['featureId', 'sketchId', 'configuration'],
    operations: partOperations,
    prompt: partSystemPrompt,
    rehearsals: partRehearsals,
    suffix: (run) => suffixOf(store, run),
    afterRun: (run) => checkRun(store, run),
    focusOf: () => undefined,
    context: (call) => partContextOf(store, call),
  }
}

/** Whose open sketch it is: that of a conversation, or of the programs that use one key. */
function sketchCallerOf(
  { sessionId, keyId }: Pick<ScopeCall, 'sessionId' | 'keyId'>,
  documentId: string,
): string | undefined {
  const caller = sessionId ?? keyId
  return caller === undefined ? undefined : `${caller} ${documentId}`
}

const selectionOf = ({ featureId }: Focus): string[] => (featureId === undefined ? [] : [featureId])

async function partContextOf(store: PartStore, call: ScopeCall<PartTypes>): Promise<CallContext<PartContext>> {
  const { project, focus, drafts, actor, now, newId, capabilities, restriction } = call
  const list = await drafts.open(partsDocumentId(project.id))
  const parts = list ? readParts(list).parts : []
  const { documentId } = focus
  const listed = parts.find(({ id }) => id === documentId)
  const draft = documentId !== undefined && listed ? await drafts.open(documentId) : undefined
  if (documentId === undefined || !draft) {
    const known = parts.slice(0, 20).map(({ id, name }) => `${id} (${name})`)
    const hint = known.length > 0 ? `Name one by documentId: ${known.join(', ')}.` : 'The project has no parts yet.'
    return { ok: false, result: fail('no_part', 'The call is aimed at no part.', { hint }) }
  }
  const caller = sketchCallerOf(call, documentId)
  const recorded = recordDraft(draft)
  const stepper = `${actor.runId ?? call.keyId ?? actor.userId} ${documentId}`
  const steps = store.steps.get(stepper) ?? { done: [], undone: [] }
  let turned: 'undo' | 'redo' | undefined
  let opened = (caller === undefined ? undefined : store.openSketches.get(caller)) ?? focus.sketchId
  let isMoved = false
  return {
    ok: true,
    documentIds: [documentId],
    settled(stored) {
      if (stored && isMoved && caller !== undefined) store.openSketches.set(caller, opened)
      const patches = stored ? recorded.patches() : []
      if (patches.length > 0)
        store.steps.set(stepper, after(steps, { action: call.operation.summary, patches }, turned))
    },
    context: {
      actor,
      now,
      newId,
      ...(capabilities ? { capabilities } : {}),
      ...(restriction ? { restriction } : {}),
      documentId,
      name: listed?.name ?? 'Part',
      draft: recorded.draft,
      kernel: call.kernel ?? store.kernel(project.id, documentId),
      selection: selectionOf(focus),
      seesPictures: call.picture === true,
      steps: {
        ...steps,
        turned(to) {
          turned = to
        },
      },
      get openSketch() {
        return opened
      },
      enterSketch(id) {
        opened = id
        isMoved = true
      },
    },
  }
}

/** The steps after one more call, which is one of its own, or takes back the last one, or makes it again. */
function after(
  { done, undone }: { done: readonly Step[]; undone: readonly Step[] },
  step: Step,
  turned: 'undo' | 'redo' | undefined,
) {
  if (turned === 'undo') {
    const action = done.at(-1)?.action ?? step.action
    return { done: done.slice(0, -1), undone: [...undone, { ...step, action }].slice(-MOST_STEPS) }
  }
  if (turned === 'redo') {
    const action = undone.at(-1)?.action ?? step.action
    return { done: [...done, { ...step, action }].slice(-MOST_STEPS), undone: undone.slice(0, -1) }
  }
  return { done: [...done, step].slice(-MOST_STEPS), undone: [] }
}

async function suffixOf(store: PartStore, run: ScopeRun<PartTypes>): Promise<Suffix | { error: string }> {
  const documents = run.documents.inProject(run.project.id)
  const documentId = run.documentId ?? run.focus.documentId
  const document = documentId === undefined ? undefined : await documents.live(documentId)
  if (documentId === undefined || document?.kind !== partType.kind)
    return { error: 'This conversation is about no part.' }
  const caller = sketchCallerOf({ sessionId: run.sessionId }, documentId)
  return {
    focus: { ...run.focus, documentId },
    async lines(focus) {
      const part = readPart((await documents.open(documentId)) ?? document.view)
      const list = await documents.open(partsDocumentId(run.project.id))
      const answer = await store.kernel(run.project.id, documentId).evaluate(part, { kind: 'build' })
      return partState({
        name: (list && readParts(list).parts.find(({ id }) => id === documentId)?.name) ?? 'Part',
        part,
        build: answer.kind === 'build' ? answer.build : undefined,
        openSketch: (caller === undefined ? undefined : store.openSketches.get(caller)) ?? focus.sketchId,
        selection: selectionOf(focus),
      })
    },
    text: partStateText,
  }
}

async function checkRun(
  store: PartStore,
  { documentId, documents, project }: RunToCheck<PartTypes>,
): Promise<PostRunReport | undefined> {
  const document = documentId === undefined ? undefined : await documents.inProject(project.id).live(documentId)
  if (documentId === undefined || document?.kind !== partType.kind) return undefined
  const part = readPart(document.view)
  const answer = await store.kernel(project.id, documentId).evaluate(part, { kind: 'build' })
  if (answer.kind !== 'build') return undefined
  const findings = findingsOf(part, answer.build)
  if (findings.length === 0) return { findings }
  const lines = findings.map(({ message }) => `- ${message}`)
  return { findings, hint: `The part is not finished:\n${lines.join('\n')}\nMend it, or say why it stays so.` }
}
