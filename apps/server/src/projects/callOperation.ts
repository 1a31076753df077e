import type { Documents } from '@atelier/documents'
import {
  type Actor,
  type Envelope,
  normalizeInput,
  type Operation,
  validate,
  validationError,
} from '@atelier/operation'
import type { EditorContext, SiteContext } from '@atelier/site'
import type { Identity } from '../auth/identity.ts'
import { nodeId } from '../documents/nodeId.ts'
import type { Threads } from '../heavy/threads.ts'
import { conflict, notFound, Refusal } from '../http/refusal.ts'
import type { Log } from '../log/log.ts'
import { lacking } from '../workspaces/access.ts'
import type { Access, ProjectRow } from '../workspaces/workspaces.ts'
import type { Gate } from './gate.ts'
import type { Projects } from './projects.ts'
import { runOperation } from './runOperation.ts'
import type { SiteServicesOf } from './siteServices.ts'

/** A call of an operation that needs the page on a screen. */
export interface RenderCall {
  project: Pick<ProjectRow, 'id' | 'site_document_id'>
  operation: Operation<SiteContext>
  input: unknown
  actor: Actor
  editor: EditorContext
  /** Whether a picture is wanted. */
  picture: boolean
}

export interface CallServices {
  projects: Projects
  documents: Documents
  siteServices: SiteServicesOf
  threads: Threads
  now(): number
  log: Log
  /** Carries out what needs the page on a screen. */
  bridge: { render(call: RenderCall): Promise<Envelope> }
}

export interface HandCall {
  identity: Identity
  access: Access
  operation: Operation<SiteContext>
  /** As it came: it is read by `normalizeInput` before it is checked. */
  input: unknown
  editor: EditorContext
  /** Of an operation that can make a picture: is one wanted? */
  picture?: boolean
}

/** What came of the call, and by what it is taken back where it wrote (`documents.undo`). */
export interface HandAnswer {
  result: Envelope
  changeSetId?: string
}

/**
 * One operation that somebody calls themselves, over HTTP or MCP: the same checks in the same order for both.
 * @param gateOf the gate of the call as it was meant, asked within the transaction when everything else is in order
 *   (`gate.ts`)
 * @throws Refusal 403 where the role lacks the operation's capability, 400 where the input is invalid, 404 where the
 *   document is not the project's, 409 where the documents were edited faster than the call could be made
 */
export async function callOperation(
  services: CallServices,
  call: HandCall,
  gateOf?: (call: HandCall) => Gate,
): Promise<HandAnswer> {
  const { identity, access, operation, editor, picture = false } = call
  const { project, role, capabilities } = access
  if (!capabilities.has(operation.capability)) throw lacking(role, operation.capability)
  const input = normalizeInput(operation.input, call.input)
  const issues = validate(operation.input, input)
  if (issues.length > 0) {
    const { code, message, ...extra } = validationError(issues)
    throw new Refusal(400, code, message, extra)
  }
  if (editor.documentId !== undefined && !(await services.projects.view(project, editor.documentId)))
    throw notFound('document')
  const actor = { kind: 'hand' as const, userId: identity.userId }
  if (operation.executor === 'view') {
    const result = await services.bridge.render({
      project,
      operation,
      input,
      actor,
      editor,
      picture: picture && operation.wantsVision,
    })
    return { result }
  }
  const gate = gateOf?.({ ...call, input })
  const changeSetId = operation.effect === 'read' ? undefined : nodeId()
  const outcome = await runOperation(services, { project, operation, input, actor, editor, gate, changeSetId })
  if (!outcome.ok) throw conflict('conflict', outcome.message, 'Read the document again and repeat the call.')
  const wrote = outcome.changed.length > 0
  return { result: outcome.result, ...(wrote && changeSetId !== undefined ? { changeSetId } : {}) }
}
