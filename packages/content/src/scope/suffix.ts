import type { Focus, ScopeRun, Suffix } from '@atelier/agent'
import { createOverlay } from '@atelier/documents'
import type { Actor, Restriction } from '@atelier/operation'
import { type ListedBranch, ownBranch } from '../context/branches.ts'
import { phaseOf } from '../context/phase.ts'
import type { ContentReader } from '../context/reader.ts'
import type { ContentServices } from '../context/services.ts'
import { writesTo } from '../context/workflow.ts'
import type { ContentSchema } from '../model/definition.ts'
import { seesAllOf } from '../operations/branches/branchSupport.ts'
import { contentOperations } from '../operations/index.ts'
import { contentState, contentStateText, type Pinned } from '../prompt/state.ts'
import type { ContentStore, ServiceCall } from './contentScope.ts'
import type { ContentTypes } from './types.ts'

/** The maximum number of pinned items; what goes beyond is not read. */
const MAX_PINNED = 10

const nobody: Actor = { kind: 'agent', userId: '' }

/** The state of a project's content, as it is before each request. */
export async function contentSuffix(
  store: ContentStore,
  run: ScopeRun<ContentTypes>,
): Promise<Suffix | { error: string }> {
  const { project, prompt = '', capabilities, restriction, role, actor = nobody, sessionId } = run
  return {
    focus: run.focus,
    async lines(focus) {
      const reader = store.reader(project.id, restriction)
      const [schema, { branches, documentId, error }] = await Promise.all([reader.schema(), store.state(project.id)])
      const open = branches.filter(({ state }) => state === 'open')
      const drafts = readingDrafts(run)
      const shown = await visibleBranches(open, drafts, documentId, restriction)
      const branch = open.find(({ id }) => id === focus.branchId)
      const own = branch ?? ownBranch(open, { userId: actor.userId, sessionId })
      const workflow = schema?.config.workflow ?? 'auto-merge'
      return contentState({
        schema,
        phase: phaseOf({ config: schema?.config, branches: open, ...(error === undefined ? {} : { status: 'error' }) }),
        ...(error === undefined ? {} : { error }),
        branches: shown,
        ...(schema ? { entries: await countEntries(reader, schema) } : {}),
        ...(own && shown.includes(own) ? { ownBranch: own.name } : {}),
        writesTo: schema ? writesTo({ workflow, capabilities, branch: branch?.name }) : 'live',
        open: {
          ...(focus.modelId === undefined ? {} : { model: focus.modelId }),
          ...(focus.entryId === undefined ? {} : { entry: focus.entryId }),
          ...(focus.locale === undefined ? {} : { locale: focus.locale }),
          ...(branch && shown.includes(branch) ? { branch: branch.name } : {}),
        },
        pinned: await readPinned(
          focus,
          reader,
          store.services({ project, actor, drafts, now: Date.now, newId: () => '' }),
        ),
        message: prompt,
        ...(role === undefined ? {} : { role }),
        ...(restriction === undefined ? {} : { restriction }),
        tools: toolsOf(run),
      })
    },
    text: contentStateText,
  }
}

/** The entries that the caller may see, of all models together. */
async function countEntries(reader: ContentReader, { models }: Pick<ContentSchema, 'models'>): Promise<number> {
  let count = 0
  for (const { id } of models) count += (await reader.entries(id)).length
  return count
}

/** Drafts for reading only: writes to them are discarded. */
function readingDrafts({ documents, project }: ScopeRun<ContentTypes>): ServiceCall['drafts'] {
  const views = documents.inProject(project.id)
  return {
    async open(id) {
      const view = await views.open(id)
      return view && createOverlay(view)
    },
  }
}

/** Those whose names and titles the caller may read: what they hold is all within the restriction. */
async function visibleBranches(
  open: readonly ListedBranch[],
  drafts: ServiceCall['drafts'],
  contentDocumentId: string | undefined,
  restriction: Restriction | undefined,
): Promise<ListedBranch[]> {
  const seen: ListedBranch[] = []
  for (const branch of open)
    if (
      await seesAllOf({ contentDocumentId, ...(restriction ? { restriction } : {}) }, { branches: { drafts }, branch })
    )
      seen.push(branch)
  return seen
}

/** Names of the operations that are sent as tools, divided by what the person may do. */
function toolsOf({ capabilities, restriction }: ScopeRun<ContentTypes>): { allowed: string[]; missing: string[] } {
  const offered = contentOperations.filter(({ onDemand }) => !onDemand)
  const may = ({ name, capability }: (typeof offered)[number]) =>
    (capabilities?.has(capability) ?? true) && (restriction?.tools?.includes(name) ?? true)
  return {
    allowed: offered.filter(may).map(({ name }) => name),
    missing: offered.filter((operation) => !may(operation)).map(({ name }) => name),
  }
}

/** The pinned items, as words with blanks between: `blog-post/hello`, `file:<id of an asset>`. */
async function readPinned(
  { pinned = '' }: Focus,
  reader: ContentReader,
  { assets }: ContentServices,
): Promise<Pinned[]> {
  const references = pinned.split(' ').filter((each) => each !== '')
  return Promise.all(
    references.slice(0, MAX_PINNED).map(async (reference): Promise<Pinned> => {
      if (reference.startsWith('file:')) {
        const asset = await assets?.find(reference.slice('file:'.length))
        return asset ? { kind: 'file', asset } : { kind: 'gone', reference }
      }
      const slash = reference.indexOf('/')
      const stored = await reader.entry(reference.slice(0, slash), reference.slice(slash + 1))
      return stored ? { kind: 'entry', stored } : { kind: 'gone', reference }
    }),
  )
}
