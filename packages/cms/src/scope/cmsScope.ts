import type { CallContext, Scope, ScopeCall, ScopeRun, Suffix } from '@atelier/agent'
import { contentOperations } from '@atelier/content'
import { fail } from '@atelier/operation'
import {
  type ContentSource,
  finishOtherCall,
  type ReadingMemories,
  type Shown,
  type SiteTypes,
  siteOperations,
} from '@atelier/site'
import type { CmsContext } from '../context/context.ts'
import type { OnlineSites } from '../context/online.ts'
import type { SiteSearch } from '../indexing/siteSearch.ts'
import { type Conversations, recallSession } from '../memory/reader.ts'
import { memoryLines } from '../memory/state.ts'
import { createToolFacts } from '../memory/tools.ts'
import { operations } from '../operations/operations.generated.ts'
import { cmsState, cmsStateText } from '../prompt/state.ts'
import { cmsSystemPrompt } from '../prompt/system.ts'
import { cmsRehearsals } from '../rehearsals/index.ts'

/** The functions of the server that this scope uses. */
export interface CmsPorts {
  /** The time of the server, for what people mean by today. */
  now(): number
  /** An IANA name, such as `Europe/Berlin`. */
  timeZone: string
  /** The conversations that its memory is read from. */
  conversations: Conversations
  /** Finds what is committed, by words. */
  search: SiteSearch
  /** The memories of conversations, against which their writes are held; without it none is. */
  readings?: ReadingMemories
  /** The sites as visitors see them. */
  online: OnlineSites
  /** The content of a project as its visitors may see it now; undefined if it has none. */
  siteContent(projectId: string): Promise<ContentSource | undefined>
  /** The address at which a person who is signed in sees a page before it is online. */
  previewUrl(projectId: string, pageId: string): string
}

/** The scope `cms`: the assistant of a whole site, over the operations of the other scopes. */
export function createCmsScope(ports: CmsPorts): Scope<CmsContext, SiteTypes> {
  return {
    id: 'cms',
    unlisted: true,
    operations,
    prompt: cmsSystemPrompt,
    rehearsals: cmsRehearsals,
    suffix: (run) => makeSuffix(run, ports),
    focusOf: () => undefined,
    context: (call) => makeContext(call, ports),
  }
}

const toolOf = createToolFacts([...operations, ...siteOperations, ...contentOperations])

async function makeContext(
  call: ScopeCall<SiteTypes>,
  { conversations, timeZone, search, readings, online, siteContent, previewUrl }: CmsPorts,
): Promise<CallContext<CmsContext>> {
  const { actor, capabilities, drafts, newId, now, others, project, sessionId } = call
  const site = await drafts.open(project.siteDocumentId)
  if (!site) return { ok: false, result: fail('not_found', 'The site of this project is gone.') }
  if (!others) return { ok: false, result: fail('unavailable', 'The operations of the site are not at hand here.') }
  const siteId = project.siteDocumentId
  const memory = sessionId === undefined ? undefined : await readings?.(project.id, sessionId)
  const conversation = memory && { memory, siteId, operation: call.operation }
  const shown = { nodes: [] as Shown['nodes'][number][], pages: [] as string[] }
  return {
    ok: true,
    documentIds: [siteId],
    ...(conversation
      ? {
          finish: (result, opened) => finishOtherCall({ site, drafts }, conversation, result, { opened, shown }),
          rows: conversation.memory.rows,
          settled: conversation.memory.settled,
        }
      : {}),
    context: {
      actor,
      now,
      newId,
      capabilities,
      site,
      siteId,
      drafts,
      editor: {},
      others,
      toolOf,
      search: (query, filter, limit) => search.find(project, query, filter, limit),
      online: () => online.find(project),
      siteContent: () => siteContent(project.id),
      previewUrl: (pageId) => previewUrl(project.id, pageId),
      clock: () => ({ now: now(), timeZone }),
      shows(each) {
        if ('pageId' in each) shown.pages.push(each.pageId)
        else shown.nodes.push(each)
      },
      async recall() {
        if (sessionId === undefined) return undefined
        return await recallSession(conversations, sessionId, {
          site,
          open: drafts.open,
          clock: { now: now(), timeZone },
        })
      },
    },
  }
}

async function makeSuffix(
  run: ScopeRun<SiteTypes>,
  { now, timeZone, conversations }: CmsPorts,
): Promise<Suffix | { error: string }> {
  const documents = run.documents.inProject(run.project.id)
  const site = await documents.live(run.project.siteDocumentId)
  if (!site) return { error: 'The site of this project is gone.' }
  return {
    focus: run.focus,
    async lines() {
      const live = (await documents.live(run.project.siteDocumentId)) ?? site
      const { memory, references } = await recallSession(conversations, run.sessionId ?? '', {
        site: live.view,
        open: documents.open,
        clock: { now: now(), timeZone },
      })
      return [...cmsState(live.view, new Date(now()), timeZone), ...memoryLines(memory, references)]
    },
    text: cmsStateText,
  }
}
