import type { CallContext, Scope, ScopeCall, ScopeRun, Suffix } from '@atelier/agent'
import { fail } from '@atelier/operation'
import type { SiteTypes } from '@atelier/site'
import type { CmsContext } from '../context/context.ts'
import { operations } from '../operations/operations.generated.ts'
import { cmsState, cmsStateText } from '../prompt/state.ts'
import { cmsSystemPrompt } from '../prompt/system.ts'
import { cmsRehearsals } from '../rehearsals/index.ts'

/** The time of the server, for what people mean by today. */
export interface CmsClock {
  now(): number
  /** An IANA name, such as `Europe/Berlin`. */
  timeZone: string
}

/** The scope `cms`: the assistant of a whole site, over the operations of the other scopes. */
export function createCmsScope(clock: CmsClock): Scope<CmsContext, SiteTypes> {
  return {
    id: 'cms',
    unlisted: true,
    operations,
    prompt: cmsSystemPrompt,
    rehearsals: cmsRehearsals,
    suffix: (run) => makeSuffix(run, clock),
    focusOf: () => undefined,
    context: makeContext,
  }
}

async function makeContext(call: ScopeCall<SiteTypes>): Promise<CallContext<CmsContext>> {
  const { actor, capabilities, drafts, newId, now, others, project } = call
  const site = await drafts.open(project.siteDocumentId)
  if (!site) return { ok: false, result: fail('not_found', 'The site of this project is gone.') }
  if (!others) return { ok: false, result: fail('unavailable', 'The operations of the site are not at hand here.') }
  return {
    ok: true,
    documentIds: [project.siteDocumentId],
    context: { actor, now, newId, capabilities, site, siteId: project.siteDocumentId, drafts, editor: {}, others },
  }
}

async function makeSuffix(run: ScopeRun<SiteTypes>, { now, timeZone }: CmsClock): Promise<Suffix | { error: string }> {
  const documents = run.documents.inProject(run.project.id)
  const site = await documents.live(run.project.siteDocumentId)
  if (!site) return { error: 'The site of this project is gone.' }
  return {
    focus: run.focus,
    async lines() {
      const live = (await documents.live(run.project.siteDocumentId)) ?? site
      return cmsState(live.view, new Date(now()), timeZone)
    },
    text: cmsStateText,
  }
}
