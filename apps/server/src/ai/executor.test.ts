import type { CallCommit } from '@atelier/agent'
import { type Capability, type Envelope, ok, selectToolbox } from '@atelier/operation'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { notes } from '../../testing/notes/scope.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { ExecutorCall, Executors } from '../operations/executors.ts'
import type { Access } from '../workspaces/workspaces.ts'
import { createExecutor } from './executor.ts'

const may: readonly Capability[] = ['ai.chat', 'ai.tools.write', 'document.read', 'document.write']

let server: TestServer
let project: Access['project']
/** The executed calls, each with `answer`, and the run's end. */
let carriedOut: ExecutorCall[]
let moves: string[]
let answer: Envelope
beforeAll(async () => {
  server = await startTestServer({}, { scopes: [notes()] })
  const { id } = await firstProject(server)
  project = await server.services.kysely
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
})
afterAll(() => server.close())
beforeEach(() => {
  carriedOut = []
  moves = []
  answer = ok({})
})

const executors: Executors = {
  async execute(call) {
    carriedOut.push(call)
    return { ok: true, result: answer, replayed: false, changed: [] }
  },
  settle: async (_, result) => ({ ok: true, result, replayed: false, changed: [] }),
}
const commit: CallCommit = { fence: { runId: 'run', epoch: 1 }, appends: () => [] }

/** A run in `scope`, of a person with these capabilities. */
function runIn(scope: string, { capabilities = may, vision = false } = {}) {
  const { services } = server
  const given = new Set(capabilities)
  const executor = createExecutor({
    ...services,
    executors,
    scope,
    toolbox: selectToolbox(services.scopes.reachable(scope), { scope, capabilities: given }),
    session: { id: 'session', workspaceId: 'workspace' },
    userId: 'user',
    access: { project, role: 'editor', capabilities: given },
    focus: {},
    onMove: (documentId) => moves.push(documentId),
    changeSetId: 'run',
    approvalOf: () => undefined,
    isGivenAddress: async () => true,
    vision,
  })
  return async (name: string, input: unknown = {}) => {
    const done = await executor.execute(
      { runId: 'run', toolCallId: 'call', name, input },
      commit,
      new AbortController().signal,
    )
    return done.ok ? done.result : done
  }
}

const forbidden = { ok: false, error: { code: 'forbidden' } }

describe('a call that the person may not make', () => {
  test('is refused if it writes and their agent may not', async () => {
    const run = runIn('toy', { capabilities: ['ai.chat', 'document.read', 'document.write'] })
    expect(await run('addNote', { text: 'Rye' })).toMatchObject(forbidden)
    expect(await run('listNotes')).toMatchObject({ ok: true })
    expect(carriedOut.map(({ operation }) => operation.operation.id)).toEqual(['toy.listNotes'])
  })

  test('is refused if it only reads', async () => {
    expect(await runIn('toy', { capabilities: ['ai.chat'] })('listNotes')).toMatchObject(forbidden)
    expect(carriedOut).toEqual([])
  })

  test('is refused as such in another scope too, and not as unknown', async () => {
    const run = runIn('site', { capabilities: ['ai.chat'] })
    expect(await run('toy.addNote', { text: 'Rye' })).toMatchObject(forbidden)
    expect(await run('toy.nothing')).toMatchObject({ ok: false, error: { code: 'unknown_tool' } })
  })
})

describe('a result that is about another document', () => {
  beforeEach(() => {
    answer = ok({ document: { type: 'page', id: 'page2', title: 'Two' } })
  })

  test('moves the run there, and its next call is aimed there', async () => {
    const run = runIn('site')
    await run('addPage', { title: 'Two' })
    await run('outline')
    expect(moves).toEqual(['page2'])
    expect(carriedOut.map(({ focus }) => focus)).toEqual([{}, { documentId: 'page2' }])
  })

  test('moves no run of another scope', async () => {
    await runIn('toy')('site.addPage', { title: 'Two' })
    expect(moves).toEqual([])
  })
})

test('a picture is made only for a model that sees it', async () => {
  const look = server.services.scopes.operations.find(({ wantsVision }) => wantsVision)
  await runIn('site')(look?.id ?? '')
  await runIn('site', { vision: true })(look?.id ?? '')
  await runIn('site', { vision: true })('outline')
  expect(carriedOut.map(({ picture }) => picture)).toEqual([false, true, false])
})
