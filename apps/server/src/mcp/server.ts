import { type Capability, type Envelope, mayNeedApproval } from '@atelier/operation'
import {
  type AuthInfo,
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import type { Confirmations } from '../ai/approvals/confirmations.ts'
import type { Audit } from '../ai/audit/audit.ts'
import type { Identity } from '../auth/identity.ts'
import { maxBodyBytes } from '../http/input.ts'
import { Refusal } from '../http/refusal.ts'
import type { Log } from '../log/log.ts'
import type { CallServices } from '../operations/callOperation.ts'
import { callOperation, type UserCall, type UserCallResult } from '../operations/callOperation.ts'
import type { Scopes } from '../operations/scopes.ts'
import type { Projects } from '../projects/projects.ts'
import type { Publisher } from '../publish/publisher.ts'
import type { Access, Workspaces } from '../workspaces/workspaces.ts'
import { confirmation } from './confirm.ts'
import { outputOf } from './outputs.ts'
import { listPages, readPage } from './pages.ts'
import { refusedEnvelope, toolResult } from './results.ts'
import { readToolCall, type Tool, toolNames, toolOf } from './tools.ts'

export interface McpServices extends CallServices {
  projects: Projects
  scopes: Scopes
  confirmations: Confirmations
  workspaces: Workspaces
  publisher: Publisher
  audit: Audit
  log: Log
  version: string
  stopping: AbortSignal
  siteUrl(slug: string): string
}

/** The caller, and the project that the address names; without one every call names its own. */
export interface Caller {
  identity: Identity
  only: Access | undefined
}

const instructions = [
  'Atelier holds live websites. What you change is in the live document at once, and everybody who has it open sees it.',
  'Begin with list_documents, then read_document: every element of its HTML carries uid="…", which the other tools take.',
  'Write with HTML and CSS, in small steps, and read again before you build on what you wrote.',
  'There are more operations than the tools listed: find_operations gives their names and schemas, call_operation or their own names call them.',
  'The site is a folder of files too: readFile { file: "." } lists them, and writeFile, editFiles, editBlock and deleteFile work on them.',
  'No document stays open between calls: name it in each (documentId works in every tool), else the home page is meant. A write says in data.document where it was made, and its changeSetId takes it back: undoRun { changeSetId }.',
  'A tool that answers requiresConfirmation has done nothing: tell the person its message, and call again with the token only if they agree.',
].join(' ')
const ofManyProjects = 'Where projectId is asked for, list_projects tells which there are.'

const listProjects: Tool = {
  name: 'list_projects',
  title: 'List the projects',
  description: 'The projects that you may work on, with the ids that the other tools take.',
  inputSchema: { type: 'object', properties: {} },
  outputSchema: outputOf({ output: Type.Object({ projects: Type.Array(Type.Unknown()) }) }),
  annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
}

export interface Mcp {
  serve(request: Request, caller: Caller): Promise<Response>
}

/**
 * The Model Context Protocol over Streamable HTTP, without sessions: requests are independent, so any server
 * takes any of them. Its tools are the operations that the caller's role allows: those that a model is sent by default in
 * the first scope are listed, all others are found and called on demand.
 */
export function createMcp(services: McpServices): Mcp {
  const callers = new WeakMap<AuthInfo, Caller>()
  const handler: McpHttpHandler = createMcpHandler(
    ({ authInfo }) => {
      const caller = authInfo && callers.get(authInfo)
      if (!caller) throw new Error('A request came to the protocol without its caller')
      return serverFor(services, caller)
    },
    {
      maxRequestBodySize: maxBodyBytes,
      onerror: (error) => services.log.debug({ err: error }, 'an MCP request was refused'),
    },
  )
  services.stopping.addEventListener('abort', () => void handler.close(), { once: true })
  return {
    serve(request, caller) {
      // Only a key to find the caller by: who they are was found out by the app already.
      const authInfo: AuthInfo = { token: '', clientId: caller.identity.userId, scopes: [] }
      callers.set(authInfo, caller)
      return handler.fetch(request, { authInfo })
    },
  }
}

function serverFor(services: McpServices, caller: Caller): Server {
  const manyProjects = caller.only === undefined
  const { scopes } = services
  const [first] = scopes.all
  // All operations, with one loader: it finds those of every scope.
  const callable = toolNames(first ? scopes.reachable(first.id) : [])
  const server = new Server(
    { name: 'atelier', title: 'Atelier', version: services.version },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: manyProjects ? `${instructions} ${ofManyProjects}` : instructions,
    },
  )

  server.setRequestHandler('tools/list', async () => {
    const reachable = await accesses(services, caller)
    const may = (capability: Capability) => reachable.some(({ capabilities }) => capabilities.has(capability))
    const mayWrite = may('document.write')
    const tools = [...callable]
      .filter(([, { scope, capability, onDemand }]) => !scopes.get(scope)?.unlisted && !onDemand && may(capability))
      .map(([name, operation]) => toolOf(operation, name, { manyProjects, mayWrite }))
    return { tools: manyProjects ? [listProjects, ...tools] : tools }
  })

  server.setRequestHandler('tools/call', async ({ params }) => {
    if (params.name === listProjects.name && manyProjects) return toolResult(await projectList(services, caller))
    try {
      const called = readToolCall(callable, params.name, params.arguments ?? {})
      if (!called) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${params.name}".`)
      const { aim, input } = called
      const operation = scopes.bound(called.operation.id)
      if (!operation) throw new Error(`The tool ${called.operation.id} belongs to no scope`)
      const access = await target(services, caller, aim.projectId)
      const { documentId, picture = true } = aim
      const focus = documentId ? { documentId } : {}
      const call = { identity: caller.identity, access, operation, input, focus, picture, byAgent: true }
      const confirm = (meant: UserCall) => confirmation(services, meant, aim.confirmationToken)
      const answer = await answered(() =>
        callOperation(services, call, mayNeedApproval(called.operation) ? confirm : undefined),
      )
      await note(services, call, answer.result)
      return toolResult(answer.result, answer.changeSetId)
    } catch (error) {
      return toolResult(refusedResult(error))
    }
  })

  server.setRequestHandler('resources/list', async () => ({
    resources: (
      await Promise.all((await accesses(services, caller)).map((access) => listPages(services, access)))
    ).flat(),
  }))

  server.setRequestHandler('resources/templates/list', async () => ({ resourceTemplates: [] }))

  server.setRequestHandler('resources/read', async ({ params }) => {
    const page = await readPage(services, caller.identity, await accesses(services, caller), params.uri)
    if (!page) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no page at ${params.uri}.`)
    return { contents: [page] }
  })

  return server
}

async function accesses(services: McpServices, { identity, only }: Caller): Promise<Access[]> {
  return only ? [only] : await services.workspaces.all(identity)
}

/**
 * The project that a call means: the address's, the one that it names, or the only one there is.
 * @throws Refusal 404 if it is not the caller's, 400 if none is named
 */
async function target(services: McpServices, caller: Caller, projectId: string | undefined): Promise<Access> {
  if (caller.only) return caller.only
  if (projectId === undefined) {
    const all = await services.workspaces.all(caller.identity)
    const [first] = all
    if (first && all.length === 1) return first
    throw new Refusal(400, 'invalid_input', 'Say which project is meant.', {
      path: '/projectId',
      expected: 'a string',
      received: 'nothing',
      hint: 'Call list_projects.',
    })
  }
  const access = await services.workspaces.access(caller.identity, projectId)
  if (!access) {
    const hint = 'Call list_projects.'
    throw new Refusal(404, 'not_found', 'There is no such project.', { path: '/projectId', hint })
  }
  return access
}

async function projectList(services: McpServices, { identity }: Caller): Promise<Envelope> {
  const all = await services.workspaces.all(identity)
  const projects = await Promise.all(
    all.map(async ({ project, role }) => {
      const live = await services.publisher.live(project.id)
      const url = live ? { url: services.siteUrl(project.slug) } : {}
      return { id: project.id, slug: project.slug, name: project.name, role, ...url }
    }),
  )
  return { ok: true, data: { projects } }
}

async function answered(call: () => Promise<UserCallResult>): Promise<UserCallResult> {
  try {
    return await call()
  } catch (error) {
    return { result: refusedResult(error) }
  }
}

/** The error, as a result for the client. */
function refusedResult(error: unknown): Envelope {
  if (error instanceof Refusal) return refusedEnvelope(error)
  throw error
}

/** Records who called what, and how it ended; not its content. */
async function note(
  { audit }: McpServices,
  { identity, access, operation }: UserCall,
  result: Envelope,
): Promise<void> {
  const { workspaceId, userId, key } = identity
  const outcome = result.ok ? 'done' : 'requiresConfirmation' in result ? 'asked' : result.error.code
  await audit.record({
    workspaceId,
    userId,
    kind: 'mcp.call',
    subject: access.project.id,
    detail: { operation: operation.operation.id, outcome, ...(key ? { keyId: key.id } : {}) },
  })
}
