import { createServer } from 'node:http'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Id, newSession, settled, startRun } from '../../../testing/ai.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

/** The window that the stand-in for Ollama has loaded its model with. */
let loaded: number | undefined
const asked: string[] = []
const ollama = createServer((request, response) => {
  asked.push(request.url ?? '')
  const answers: Record<string, unknown> = {
    '/api/tags': { models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }] },
    '/api/show': { capabilities: ['tools'], model_info: { 'qwen3.context_length': 40_960 } },
    '/api/ps': { models: loaded === undefined ? [] : [{ model: 'qwen3:8b', context_length: loaded }] },
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[request.url ?? '']))
})
let server: TestServer
let credentialId: string

beforeAll(async () => {
  await new Promise<void>((resolve) => ollama.listen(0, '127.0.0.1', resolve))
  const address = ollama.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  server = await startTestServer()
  const made = await server.call('POST', '/api/ai/credentials', { provider: 'ollama', label: 'Ollama', baseUrl })
  credentialId = Value.Parse(Id, made.body).id
})
afterAll(async () => {
  await server.close()
  await new Promise((resolve) => ollama.close(resolve))
})

const Models = Type.Object({
  models: Type.Array(Type.Object({ id: Type.String(), windowNote: Type.Optional(Type.String()) })),
})
const noteInList = async () => {
  const { body } = await server.call('GET', `/api/ai/providers/ollama/models?credentialId=${credentialId}`)
  return Value.Parse(Models, body).models[0]?.windowNote
}
const choose = async () =>
  (await server.call('PUT', '/api/ai/defaults/site', { credentialId, modelId: 'qwen3:8b' })).body

test('the models say before the first message that Ollama’s default window is too small', async () => {
  expect(await noteInList()).toMatch(/4,096 tokens if nothing else is set.*OLLAMA_CONTEXT_LENGTH=\d+/)
  loaded = 4096
  expect(await noteInList()).toMatch(/window of 4,096 tokens.*OLLAMA_CONTEXT_LENGTH=\d+/)
  loaded = 65_536
  expect(await noteInList()).toBeUndefined()
})

test('choosing such a model is answered with what to set', async () => {
  loaded = 4096
  expect(await choose()).toMatchObject({ warnings: [expect.stringContaining('OLLAMA_CONTEXT_LENGTH')] })
  loaded = 65_536
  expect(await choose()).toEqual({ scope: 'site', credentialId, modelId: 'qwen3:8b' })
})

test('picking such a model for one chat is answered with what to set', async () => {
  const session = await newSession(server)
  const pick = (change: object) => server.call('PATCH', `/api/ai/sessions/${session}`, change)
  loaded = 4096
  const picked = await pick({ credentialId, modelId: 'qwen3:8b' })
  expect(picked.body).toMatchObject({ id: session, warnings: [expect.stringContaining('OLLAMA_CONTEXT_LENGTH')] })
  expect((await pick({ title: 'Another title' })).body).not.toHaveProperty('warnings')
  loaded = 65_536
  expect((await pick({ modelId: 'qwen3:8b' })).body).not.toHaveProperty('warnings')
})

test('a message to such a model ends with what to set, and not with the advice to start a new chat', async () => {
  loaded = 4096
  asked.length = 0
  const session = await newSession(server)
  await startRun(server, session, 'hello')
  const { runs } = await settled(server, session)
  expect(runs[0]).toMatchObject({ status: 'error', error: expect.stringContaining('OLLAMA_CONTEXT_LENGTH') })
  expect(runs[0]).not.toMatchObject({ error: expect.stringContaining('new chat') })
  expect(asked).not.toContain('/v1/chat/completions')
})
