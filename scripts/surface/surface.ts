import { createHash } from 'node:crypto'
import { ApprovalRecord, ChunkRecord, MessageRecord, RunRecord } from '@atelier/agent'
import { OperationError } from '@atelier/operation'
import { siteOperations, starters } from '@atelier/site'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import {
  anthropicText,
  fakeProvider,
  firstProject,
  newSession,
  settled,
  startRun,
} from '../../apps/server/testing/ai.ts'
import { startTestServer, type TestServer } from '../../apps/server/testing/server.ts'
import { readSources } from '../sources.ts'
import { fieldsOf } from './fields.ts'
import { readWritten, type Written } from './written.ts'

/**
 * The parts of Atelier that a program outside can see. Everything is sorted, so that two listings can be compared line
 * by line.
 */
export interface Surface extends Written {
  routes: string[]
  /** By id: effect, executor, capability, description; schemas are stored as digests. */
  operations: Record<string, Record<string, unknown>>
  /** The digest of each tool that a model is sent in a session, by short name. */
  tools: Tools
  /** The same of a caller who sees no cards. */
  chatTools: Tools
  /** The same of a client of the Model Context Protocol, at `/mcp` and at `/mcp/:projectId`. */
  mcpTools: Tools
  mcpProjectTools: Tools
  /** For each collection of a session's stream: its fields, and what each may hold. */
  records: Record<string, Record<string, string[]>>
  /** The fields of an error. */
  error: Record<string, string[]>
  /** The columns of each stored table. */
  tables: Record<string, string[]>
  starters: string[]
}

type Tools = Record<string, string>

const Listed = Type.Object({
  operations: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      description: Type.String(),
      effect: Type.String(),
      executor: Type.String(),
      input: Type.Unknown(),
    }),
  ),
})
const Sent = Type.Object({ tools: Type.Array(Type.Object({ name: Type.String() }, { additionalProperties: true })) })
const Made = Type.Object({ id: Type.String() })
const Key = Type.Object({ key: Type.String() })

/**
 * Starts a server in memory and asks it, and reads the sources for what no answer lists.
 * @param root the project's folder
 */
export async function readSurface(root: string): Promise<Surface> {
  const provider = await fakeProvider((response) => anthropicText(response, 'Hello.'))
  const server = await startTestServer()
  try {
    const product = readSources(root).filter(
      ({ path }) => !/\.test\.tsx?$|testing|conformance|vectors|fake|\/kit/i.test(path),
    )
    const [tools, chatTools] = await sentTools(server, provider)
    const { id: projectId } = await firstProject(server)
    return {
      routes: sorted(
        server.app.routes
          .filter(({ method, path }) => method !== 'ALL' && !path.includes('*'))
          .map(({ method, path }) => `${method} ${path}`),
      ),
      operations: await operationsOf(server),
      tools,
      chatTools,
      mcpTools: await mcpTools(server, '/mcp'),
      mcpProjectTools: await mcpTools(server, `/mcp/${projectId}`),
      records: {
        message: fieldsOf(MessageRecord),
        chunk: fieldsOf(ChunkRecord),
        run: fieldsOf(RunRecord),
        approval: fieldsOf(ApprovalRecord),
      },
      error: fieldsOf(OperationError),
      tables: await tablesOf(server),
      starters: starters.map(({ id }) => id),
      ...readWritten(product),
    }
  } finally {
    await server.close()
    await provider.close()
  }
}

const sorted = (texts: readonly string[]) => [...new Set(texts)].sort()

/** A digest that the order of fields does not change. */
function digest(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16)
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

async function operationsOf(server: TestServer): Promise<Surface['operations']> {
  const { operations } = Value.Parse(Listed, (await server.call('GET', '/api/operations')).body)
  const defined = new Map(siteOperations.map((operation) => [operation.id, operation]))
  // Summaries and icons are for people, and may be put better.
  const described = operations.map(({ id, name, description, effect, executor, input }) => {
    const operation = defined.get(id)
    const facts = operation && {
      capability: operation.capability,
      onDemand: operation.onDemand,
      phases: operation.phases,
      output: digest(operation.output),
    }
    return [id, { name, description, effect, executor, input: digest(input), ...facts }] as const
  })
  return Object.fromEntries(described.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function toolsOf(request: unknown): Tools {
  const { tools } = Value.Parse(Sent, request)
  const digests = tools.map((tool) => [tool.name, digest(tool)] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(digests)
}

/** The tools that a provider is sent for a session of the studio and for a caller of the simple stream. */
async function sentTools(
  server: TestServer,
  provider: Awaited<ReturnType<typeof fakeProvider>>,
): Promise<[Tools, Tools]> {
  const credential = { provider: 'anthropic', label: 'Listing', apiKey: 'sk-listing', baseUrl: provider.url }
  const made = await server.call('POST', '/api/ai/credentials', credential)
  const credentialId = Value.Parse(Made, made.body).id
  const session = await newSession(server, { credentialId, modelId: 'small' })
  await startRun(server, session, 'Hello')
  await settled(server, session)
  const { id: projectId } = await firstProject(server)
  const chat = { projectId, prompt: 'Hello', credentialId, modelId: 'small' }
  const answer = await server.request('/api/ai/chat/site', {
    method: 'POST',
    headers: { cookie: server.cookie },
    body: JSON.stringify(chat),
  })
  await answer.text()
  const [inSession, inChat] = provider.bodies
    .map((body): unknown => JSON.parse(body))
    .filter((body) => Value.Check(Sent, body))
  return [toolsOf(inSession), toolsOf(inChat)]
}

async function mcpTools(server: TestServer, path: string): Promise<Tools> {
  const made = await server.call('POST', '/api/keys', { name: 'Listing', role: 'admin' })
  const authorization = `Bearer ${Value.Parse(Key, made.body).key}`
  const base = `http://localhost:${server.config.port}`
  const client = new Client({ name: 'surface', version: '1' })
  const host = `localhost:${server.config.port}`
  await client.connect(
    new StreamableHTTPClientTransport(new URL(path, base), {
      requestInit: { headers: { authorization, host } },
      fetch: async (url, init) => {
        const headers = new Headers(init?.headers)
        headers.set('host', host)
        return server.app.request(String(url), { ...init, headers })
      },
    }),
  )
  try {
    return toolsOf(await client.listTools())
  } finally {
    await client.close()
  }
}

async function tablesOf(server: TestServer): Promise<Surface['tables']> {
  const { rows } = await sql<{ name: string; column: string }>`
    select m.name as name, c.name as column from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' order by m.name, c.name`.execute(server.services.kysely)
  const tables: Surface['tables'] = {}
  for (const { name, column } of rows) tables[name] = [...(tables[name] ?? []), column]
  return tables
}
