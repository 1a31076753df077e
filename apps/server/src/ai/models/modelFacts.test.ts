import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import { createLog } from '../../log/log.ts'
import { createModelCatalogue } from '../pricing/catalogue.ts'
import { createModelFacts, type ModelFacts } from './modelFacts.ts'

let loaded: number | undefined
let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  const answers: Record<string, unknown> = {
    '/api/tags': { models: ['qwen3:8b', 'llava'].map((model) => ({ name: model, model })) },
    '/api/show': { capabilities: ['vision', 'tools'], model_info: { 'qwen3.context_length': 40_960 } },
    '/api/ps': { models: loaded === undefined ? [] : [{ model: 'qwen3:8b', context_length: loaded }] },
    '/v1/models': { data: [{ id: 'small', context_length: 8192 }] },
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers[request.url ?? '']))
})
let root = ''
let facts: ModelFacts
let close: () => Promise<unknown>

beforeAll(async () => {
  const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
  const opened = await sqlite?.open()
  if (!opened) throw new Error('SQLite is always there')
  close = () => opened.close()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  root = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const common = { fetch, now: () => 1_000_000_000_000 }
  const catalogue = createModelCatalogue({
    ...common,
    database: opened.database,
    url: undefined,
    log: createLog({ logLevel: 'warn' }, { write: () => undefined }),
  })
  facts = createModelFacts({ ...common, catalogue })
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await close()
})

it('learns Ollama’s window as soon as the model is loaded, whatever was listed before', async () => {
  const ollama = { provider: 'ollama' as const, baseUrl: root }
  const window = async () => (await facts.of('o', ollama, 'qwen3:8b')).abilities
  facts.remember('o', [{ id: 'qwen3:8b', label: 'qwen3:8b' }])
  expect(await window()).toEqual({ vision: true })
  loaded = 16_384
  expect(await window()).toEqual({ vision: true, contextWindow: 16_384 })
  // Loaded again with another window.
  loaded = 4096
  asked = []
  expect(await window()).toEqual({ vision: true, contextWindow: 4096 })
  expect(asked.sort()).toEqual(['/api/ps', '/api/show', '/api/tags'])
})

it('asks other servers once an hour', async () => {
  const credential = { provider: 'compatible' as const, baseUrl: `${root}/v1` }
  asked = []
  for (let n = 0; n < 3; n++) {
    expect(await facts.of('c', credential, 'small')).toEqual({ abilities: { vision: false, contextWindow: 8192 } })
  }
  expect(asked).toEqual(['/v1/models'])
  facts.forget('c')
  await facts.of('c', credential, 'small')
  expect(asked).toHaveLength(2)
})
