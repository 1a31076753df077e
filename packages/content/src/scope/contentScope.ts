import type { CallContext, ContentAffected, Scope, ScopeCall } from '@atelier/agent'
import { createMemoryView, type Draft, type DraftSet } from '@atelier/documents'
import { fail, isResultOf, type Restriction } from '@atelier/operation'
import { MAX_BRANCH_VALUES, openBranch } from '../branch/branchDocument.ts'
import { newBranchName } from '../branch/branchName.ts'
import { createBranchDrafts } from '../branch/drafts.ts'
import { branchHealth } from '../branch/health.ts'
import { createKept, type Keep } from '../branch/kept.ts'
import { readerOver } from '../branch/reader.ts'
import { type ComparedBranch, type KeptBranches, type ListedBranch, ownBranch } from '../context/branches.ts'
import type { ContentContext, WriteTarget } from '../context/context.ts'
import { createKnowledge, type KnownStore } from '../context/knownValues.ts'
import { checkPhase, phaseOf } from '../context/phase.ts'
import type { ContentReader } from '../context/reader.ts'
import type { ContentServices } from '../context/services.ts'
import { writesTo } from '../context/workflow.ts'
import type { ContentSchema } from '../model/definition.ts'
import { isRecord } from '../model/json.ts'
import { findBranch } from '../operations/branches/branchSupport.ts'
import { list_branches } from '../operations/branches/listBranches.ts'
import { set_active_document } from '../operations/documents/setActiveDocument.ts'
import { contentOperations } from '../operations/index.ts'
import { contentSystemPrompt } from '../prompt/system.ts'
import { contentRehearsals, rehearsalsIn } from '../rehearsals/index.ts'
import { joinAffected } from './affected.ts'
import { contentSuffix } from './suffix.ts'
import type { ContentTypes } from './types.ts'

/** Where the content of a project stands. */
export interface ContentState {
  /** The document of models, settings and vocabulary; undefined until there is one. */
  documentId?: string
  branches: readonly ListedBranch[]
  /** Its repository's problem, if that blocks writing. */
  error?: string
  /** The number of its last change, read before all else. */
  seq: number
}

/** Whom the services are for, and the documents that they read and write. */
export type ServiceCall = Pick<ScopeCall<ContentTypes>, 'project' | 'actor' | 'now' | 'newId'> & {
  drafts: Pick<DraftSet, 'open'>
}

/** The server's services for the scope. */
export interface ContentStore {
  state(projectId: string): Promise<ContentState>
  reader(projectId: string, restriction?: Restriction): ContentReader
  services(call: ServiceCall): ContentServices
  /** The content that the commits of a change set have affected, each on its own. */
  affected(projectId: string, changeSetId: string): Promise<readonly ContentAffected[]>
  known: KnownStore
}

/** Branches whose comparison is kept for its further pages, and those of which it is known whether a caller sees them. */
const MOST_COMPARED = 4
const MOST_SEEN = 500

interface KeepBranches {
  compared: Keep<ComparedBranch | undefined>
  seesAll: Keep<boolean>
  /** The branch that a call has made, by its drafts: the operations that it runs write on the same one. */
  made: WeakMap<DraftSet, OpenBranch>
}

/** The scope `content`: a project's models and entries, their branches, and questions about them. */
export function createContentScope(store: ContentStore): Scope<ContentContext, ContentTypes> {
  const keep: KeepBranches = {
    compared: createKept(MOST_COMPARED, Date.now),
    seesAll: createKept(MOST_SEEN, Date.now),
    made: new WeakMap(),
  }
  return {
    id: 'content',
    unlisted: true,
    holdsRestrictions: true,
    focusFields: ['modelId', 'entryId', 'locale', 'branchId', 'pinned'],
    operations: contentOperations,
    prompt: contentSystemPrompt,
    rehearsals: contentRehearsals,
    async rehearsalsFor(projectId) {
      const [schema, { branches, error }] = await Promise.all([
        store.reader(projectId).schema(),
        store.state(projectId),
      ])
      const open = branches.filter(({ state }) => state === 'open')
      const status = error === undefined ? {} : { status: 'error' }
      return rehearsalsIn(phaseOf({ config: schema?.config, branches: open, ...status }), schema)
    },
    suffix: (run) => contentSuffix(store, run),
    async affected({ project, scope, changeSetId }) {
      const parts = await store.affected(project.id, changeSetId)
      return parts.length > 0 || scope === 'content' ? joinAffected(parts) : undefined
    },
    focusOf: (result, { name }) =>
      name === set_active_document.name && result.ok && isResultOf(set_active_document, result)
        ? result.data?.documentId
        : undefined,
    context: (call) => contextOf(store, keep, call),
  }
}

async function contextOf(
  store: ContentStore,
  keep: KeepBranches,
  call: ScopeCall<ContentTypes>,
): Promise<CallContext<ContentContext>> {
  const { actor, project, focus, operation, restriction, capabilities, sessionId } = call
  const state = await store.state(project.id)
  const live = store.reader(project.id, restriction)
  const schema = await live.schema()
  const open = state.branches.filter(({ state: each }) => each === 'open')
  const status = state.error === undefined ? undefined : 'error'
  const phase = phaseOf({ config: schema?.config, branches: open, ...(status ? { status } : {}) })
  const refused = checkPhase(phase, { name: operation.name, ...(operation.phases ? { phases: operation.phases } : {}) })
  if (refused) return { ok: false, result: fail(refused.code, refused.message, { hint: refused.hint }) }
  const workflow = schema?.config.workflow ?? 'auto-merge'
  const keyOf = (branchId: string) => JSON.stringify([project.id, branchId, restriction ?? null])
  const kept: KeptBranches = {
    compared: (branchId, make) => keep.compared(keyOf(branchId), state.seq, make),
    seesAll: (branchId, make) => keep.seesAll(keyOf(branchId), state.seq, make),
  }
  const branches = { all: state.branches, drafts: call.drafts, reader: store.reader(project.id), kept }
  const isWrite = operation.effect !== 'read'
  // list_branches shows the branch that it names from outside.
  const asked = isWrite || operation.name === list_branches.name ? undefined : branchIn(call.input)
  const found =
    asked === undefined
      ? undefined
      : findBranch({ branches: { ...branches, all: open }, ...(restriction ? { restriction } : {}) }, asked)
  if (found && !found.ok) return found
  const named = found?.value.branch ?? open.find(({ id }) => id === focus.branchId)
  if (focus.branchId !== undefined && !named)
    return {
      ok: false,
      result: fail('not_found', 'There is no open branch of this id.', { hint: 'list_branches lists them.' }),
    }
  const isReviewed = !isWrite || operation.workflow === 'workflow-dependent'
  const goes = found
    ? 'branch'
    : schema && isReviewed
      ? writesTo({ workflow, capabilities, branch: named?.name })
      : 'live'
  const own = goes === 'branch' && !named ? ownBranch(open, { userId: actor.userId, sessionId }) : named
  if (isWrite && goes === 'branch' && own && own.changes >= MAX_BRANCH_VALUES)
    return {
      ok: false,
      result: fail('branch_full', `The branch “${own.title}” holds ${own.changes} values, as many as it can.`, {
        hint: 'It has to be merged first.',
      }),
    }
  const health = branchHealth(open.length, schema?.config)
  if (isWrite && goes === 'branch' && !own && health.state === 'blocked')
    return {
      ok: false,
      result: fail('branch_limit', health.message, { hint: 'merge_branch and reject_branch close them.' }),
    }
  const made = own ? undefined : keep.made.get(call.drafts)
  const branch = goes === 'branch' ? (made ?? (await branchOf(call, own, schema))) : undefined
  if (branch && !own && isWrite) keep.made.set(call.drafts, branch)
  if (goes === 'branch' && isWrite && !branch)
    return {
      ok: false,
      result: fail('not_found', 'The branch is gone.', { hint: 'list_branches lists those that are open.' }),
    }
  let isWritten = false
  const target: WriteTarget = {
    workflow,
    get branch() {
      if (!branch?.isMade()) return undefined
      const endedSchedule = isWritten ? own?.mergeAt : undefined
      return { id: branch.id, name: branch.name, ...(endedSchedule === undefined ? {} : { endedSchedule }) }
    },
  }
  const drafts = branch
    ? createBranchDrafts(branch.draft, call.drafts, {
        writer: branch.name,
        onWrite: () => {
          isWritten = true
        },
        ...(call.changeSetId === undefined ? {} : { by: call.changeSetId }),
      })
    : call.drafts
  const caller = callerOf(call)
  const branchNow = () => (branch?.isMade() ? branch.id : undefined)
  const known = caller === undefined ? undefined : createKnowledge(store.known, caller, branchNow)
  const documentIds = [state.documentId, branch?.isMade() ? branch.id : undefined].filter((id) => id !== undefined)
  return {
    ok: true,
    documentIds,
    settled(stored) {
      if (stored) known?.keep()
    },
    context: {
      actor,
      now: call.now,
      newId: call.newId,
      ...(capabilities ? { capabilities } : {}),
      ...(restriction ? { restriction } : {}),
      project,
      phase,
      reader: branch ? readerOver(live, branch.draft, call.drafts, state.documentId, restriction) : live,
      drafts,
      contentDocumentId: state.documentId,
      target,
      sessionId,
      branches,
      editor: focus,
      services: store.services(call),
      ...(known ? { known: known.knowledge } : {}),
    },
  }
}

/** Whose reads are remembered: those of a conversation, or of the programs that use one key. */
const callerOf = ({ sessionId, keyId }: Pick<ScopeCall, 'sessionId' | 'keyId'>): string | undefined =>
  sessionId !== undefined ? `session ${sessionId}` : keyId === undefined ? undefined : `key ${keyId}`

/** The branch that the input of a call names. */
const branchIn = (input: unknown): string | undefined =>
  isRecord(input) && typeof input.branch === 'string' ? input.branch : undefined

interface OpenBranch {
  id: string
  name: string
  draft: Draft
  /** Whether there is a document of it, or there will be one with what the call has written. */
  isMade(): boolean
}

/** The branch that a call reads and writes. Where there is none yet, one is made when the call first writes to it. */
async function branchOf(
  { operation, input, drafts, focus, now, newId, sessionId }: ScopeCall<ContentTypes>,
  known: ListedBranch | undefined,
  schema: ContentSchema | undefined,
): Promise<OpenBranch | undefined> {
  if (known) {
    const draft = await drafts.open(known.id)
    return draft && { id: known.id, name: known.name, draft, isMade: () => true }
  }
  if (operation.effect === 'read') return undefined
  const id = newId()
  const scope = operation.name === 'save_model' || operation.name === 'delete_model' ? 'model' : 'content'
  const wanted = isRecord(input) && typeof input.model === 'string' ? input.model : focus.modelId
  const model = schema?.models.find((each) => each.id === wanted)
  const name = newBranchName({ scope, target: model?.id ?? operation.name.replaceAll('_', '-') }, now(), id)
  let made: Draft | undefined
  const empty = createMemoryView()
  function make(): Draft {
    const draft = drafts.create(id, 'branch')
    openBranch(draft, { name, title: model ? `Changes in ${model.name}` : operation.summary, session: sessionId })
    return draft
  }
  const draft: Draft = {
    get: (key) => (made ?? empty).get(key),
    has: (key) => (made ?? empty).has(key),
    keys: (prefix) => (made ?? empty).keys(prefix),
    set(key, value) {
      made ??= make()
      made.set(key, value)
    },
    delete: (key) => made?.delete(key),
  }
  return { id, name, draft, isMade: () => made !== undefined }
}
