import type { CallContext, Focus, Scope, ScopeCall, ScopeProject, ScopeRun, Suffix } from '@atelier/agent'
import type { LiveDocument } from '@atelier/documents'
import { type Actor, fail } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import type { SiteServices } from '../context/services.ts'
import { homePage, pages } from '../document/pages.ts'
import { siteOperations } from '../operations/index.ts'
import { documentAfter } from '../operations/where.ts'
import { othersLine, siteState, siteStateText } from '../prompt/state.ts'
import { siteSystemPrompt } from '../prompt/system.ts'
import { finishCall, watchFiles } from '../readings/conversation.ts'
import type { ReadingMemories, ReadingMemory } from '../readings/memory.ts'
import { changedByOthers } from '../readings/others.ts'
import { siteRehearsals } from '../rehearsals/index.ts'
import { checkSiteAfterRun } from './afterRun.ts'
import type { SiteTypes } from './types.ts'

/** Creates the services of one call. */
export type SiteServicesOf = (project: ScopeProject, actor: Actor) => SiteServices

/**
 * The scope `site`: a project's pages, templates, components, styles, media, and code.
 * @param services the server functions that operations may call; without it, those that need one return an error
 * @param readings what conversations have read, against which their writes are held; without it none is
 */
export function createSiteScope(services?: SiteServicesOf, readings?: ReadingMemories): Scope<SiteContext, SiteTypes> {
  return {
    id: 'site',
    focusFields: ['selectedNodeId', 'activeBreakpointId'],
    operations: siteOperations,
    prompt: siteSystemPrompt,
    rehearsals: siteRehearsals,
    suffix: (run) => siteSuffix(run, readings),
    afterRun: checkSiteAfterRun,
    focusOf: (result, operation) => documentAfter(operation, result),

    async context({ focus, surface, ...call }: ScopeCall<SiteTypes>): Promise<CallContext<SiteContext>> {
      const { actor, drafts, project } = call
      const site = await drafts.open(project.siteDocumentId)
      if (!site) return { ok: false, result: fail('not_found', 'The site of this project is gone.') }
      const aimed = focus.documentId ?? homePage(site)?.id
      const own = services?.(project, actor)
      const watched = own?.files && watchFiles(own.files)
      const memory = call.sessionId === undefined ? undefined : await readings?.(project.id, call.sessionId)
      const context: SiteContext = {
        actor,
        now: call.now,
        newId: call.newId,
        capabilities: call.capabilities,
        site,
        siteId: project.siteDocumentId,
        drafts,
        editor: focus,
        services: own && watched ? { ...own, files: watched.files } : own,
        view: surface,
      }
      const conversation = memory && {
        memory,
        siteId: project.siteDocumentId,
        operation: call.operation,
        files: watched?.shown ?? new Map(),
      }
      return {
        ok: true,
        documentIds: aimed === undefined ? [project.siteDocumentId] : [project.siteDocumentId, aimed],
        settled(stored) {
          own?.files?.settled(stored)
          memory?.settled(stored)
        },
        rows: () => [...(memory?.rows() ?? []), ...(own?.files?.rows?.() ?? [])],
        ...(conversation ? { finish: (result, opened) => finishCall(context, conversation, result, opened) } : {}),
        context,
      }
    },
  }
}

/** The page to work on: the one that is open in the editor, the one of the conversation, or the home page. */
async function siteSuffix(run: ScopeRun<SiteTypes>, readings?: ReadingMemories): Promise<Suffix | { error: string }> {
  const { project } = run
  const documents = run.documents.inProject(project.id)
  const site = await documents.live(project.siteDocumentId)
  const home = site && homePage(site.view)
  if (!site || !home) return { error: 'The site of this project has no page to work on.' }
  const { documentId } = run.focus
  const listed = (id: string) => pages(site.view).some((each) => each.id === id)
  // A request about one page must not be carried out on another, nor on a page that has been deleted.
  if (documentId && documentId !== site.id && !listed(documentId)) {
    return { error: 'The page that you asked this of is gone. Open another page, then ask again.' }
  }
  const asked = [documentId, run.documentId].find((id) => id && listed(id))
  const page = await documents.live(asked ?? home.id)
  if (!page) return { error: 'The page to work on is gone.' }
  const readOthers = othersReader(run.sessionId === undefined ? undefined : await readings?.(project.id, run.sessionId))
  return {
    focus: { ...run.focus, documentId: page.id },
    async lines(focus: Focus) {
      // If a document is removed meanwhile, the calls that need it report that.
      const [siteNow = site, pageNow = page] = await Promise.all([
        documents.live(site.id),
        documents.live(focus.documentId ?? page.id),
      ])
      const others = await readOthers(pageNow, siteNow)
      return [...siteState(siteNow.view, pageNow.view, focus), othersLine(others)]
    },
    text: siteStateText,
  }
}

type Live = Pick<LiveDocument, 'id' | 'head' | 'view'>

/** Reads what others have changed in a page and its site; nothing is read again until a document or a reading changes. */
function othersReader(memory: ReadingMemory | undefined): (page: Live, site: Live) => Promise<readonly string[]> {
  let known: { of: string; changed: readonly string[] } | undefined
  return async (page, site) => {
    if (!memory) return []
    const of = [memory.version(), page.id, page.head, site.head].join(' ')
    if (known?.of !== of) {
      const ofPage = await changedByOthers(page.view, memory.seen(page.id), true)
      known = { of, changed: [...ofPage, ...(await changedByOthers(site.view, memory.seen(site.id), false))] }
    }
    return known.changed
  }
}
