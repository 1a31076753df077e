import { createOverlay, type DraftSet } from '@atelier/documents'
import { type Envelope, errorMessage, fail, validate, validationError } from '@atelier/operation'
import type { ViewRequest } from '../../../shell/agent/bridge/requests.ts'
import { newId } from '../session/hand.ts'
import type { EditorSession } from '../session/session.ts'
import { tabOperations } from '../session/tabOperations.ts'
import * as strings from './strings.ts'
import { tabSurface } from './surface.ts'

/** Carries out one call of the agent that needs a page on a screen. Changes nothing. */
export async function carryOut(session: EditorSession, request: ViewRequest): Promise<Envelope> {
  const operation = tabOperations.find((each) => each.name === request.toolName && each.executor === 'view')
  if (!operation) return fail('unknown_tool', strings.unknownCall(request.toolName))
  const issues = validate(operation.input, request.input)
  if (issues.length > 0) return { ok: false, error: validationError(issues) }
  const site = session.site.get()
  if (!site) return fail('not_ready', strings.siteStillLoading, { hint: strings.tryAgainInAMoment })
  const { documentId = session.state.get().documentId, activeBreakpointId } = request
  try {
    return await operation.run(
      {
        actor: { kind: 'agent', userId: session.userId, runId: request.bridgeId },
        now: () => Date.now(),
        newId,
        site: createOverlay(site.local.view),
        drafts: reading(session),
        editor: { documentId, activeBreakpointId },
        view: tabSurface(request.picture, `/api/projects/${session.projectId}/files`),
      },
      request.input,
      undefined,
    )
  } catch (error) {
    const reason = errorMessage(error)
    return fail('render_failed', strings.pageNotRendered(reason.slice(0, 300)))
  }
}

/** Pages as they are live in this tab; one that is not open is loaded beside the one on the screen. */
function reading(session: EditorSession): DraftSet {
  return {
    async open(documentId) {
      const page = await session.load(documentId)
      return page && createOverlay(page.local.view)
    },
    create() {
      throw new Error('Looking at a page makes no document')
    },
  }
}
