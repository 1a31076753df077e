import { MessageRecord } from '@atelier/agent'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../testing/ai.ts'
import { ended, operate, scriptedModel, useModel } from '../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
let projectId = ''

const Answer = Type.Object({
  ok: Type.Boolean(),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
})

async function call(name: string, input: object): Promise<string> {
  const { ok, error } = Value.Parse(Answer, (await operate(server, `content.${name}`, input)).body)
  return ok ? 'ok' : `${error?.code}: ${error?.message}`
}
const valuesOf = async (id: string, entry: string) =>
  (await server.services.content.reader(projectId).entry(id, entry))?.settled?.locales.en?.values

beforeAll(async () => {
  model = await scriptedModel([])
  server = await startTestServer({})
  await useModel(server, model.url)
  projectId = (await firstProject(server)).id
})
afterAll(async () => {
  await server.close()
  await model.close()
})

test('the phase is read at each call of a run: the effect of its first call holds for the next', async () => {
  const init = {
    locales: ['en', 'tr'],
    domains: ['site'],
    models: [{ id: 'note', fields: { title: { type: 'string' } } }],
  }
  const save = { model: 'note', data: { first: { title: 'First' } } }
  model.add([
    ['content.save_content', save],
    ['content.init_project', init],
    ['content.save_content', save],
    ['content.init_project', init],
  ])
  const session = await newSession(server, { scope: 'content' })
  await startRun(server, session, 'Set up and write')
  await ended(server, session)
  const Session = Type.Object({ messages: Type.Array(MessageRecord) })
  const { messages } = Value.Parse(Session, (await server.call('GET', `/api/ai/sessions/${session}`)).body)
  const codes = messages.flatMap((message) => {
    if (message.role !== 'tool_result') return []
    const { ok, error } = Value.Parse(Answer, message.toolResult)
    return [ok ? 'ok' : error?.code]
  })
  expect(codes).toEqual(['wrong_phase', 'ok', 'ok', 'wrong_phase'])
  expect(await valuesOf('note', 'first')).toEqual({ title: 'First' })
})

test('first saves of every kind that come at once all succeed, and none loses a field of another', async () => {
  const fields = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f${at}`, { type: 'string' }]))
  for (const kind of ['collection', 'singleton', 'dictionary', 'document'])
    expect(
      await call('save_model', {
        id: `first-${kind}`,
        kind,
        domain: 'site',
        ...(kind === 'dictionary' ? {} : { fields }),
      }),
    ).toBe('ok')
  const at = [0, 1, 2, 3, 4, 5, 6, 7]
  const inputs = {
    collection: (each: number) => ({ data: { one: { f0: 'F', [`f${each}`]: `F${each}` } } }),
    singleton: (each: number) => ({ data: { f0: 'F', [`f${each}`]: `F${each}` } }),
    dictionary: (each: number) => ({ data: { [`f${each}`]: `F${each}` } }),
    document: (each: number) => ({ slug: 'one', data: { f0: 'F', [`f${each}`]: `F${each}` } }),
  }
  for (const [kind, input] of Object.entries(inputs)) {
    const id = `first-${kind}`
    const answers = await Promise.all(at.map((each) => call('save_content', { model: id, ...input(each) })))
    expect([kind, answers]).toEqual([kind, at.map(() => 'ok')])
    const entry = kind === 'singleton' || kind === 'dictionary' ? 'main' : 'one'
    const values = await valuesOf(id, entry)
    expect([kind, at.slice(1).map((each) => values?.[`f${each}`])]).toEqual([
      kind,
      at.slice(1).map((each) => `F${each}`),
    ])
  }
})
