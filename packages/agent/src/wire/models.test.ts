import { expect, it } from 'vitest'
import { ollama } from '../providers/chatCompletions.ts'
import { openrouter } from '../providers/responses.ts'
import { describeModel, listModels, testCredential } from './models.ts'

/** A server that answers by path (with the model requested), and the requests it received. */
function server(answers: Record<string, unknown>) {
  const asked: string[] = []
  const answer: typeof fetch = async (url, init) => {
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    const path = new URL(String(url)).pathname + (body ? ` ${body.model}` : '')
    asked.push(path)
    const found = answers[path]
    if (found === undefined) return new Response('{"error":"no"}', { status: 404 })
    if (typeof found === 'number') return new Response('{"error":{"message":"no"}}', { status: found })
    return new Response(typeof found === 'string' ? found : JSON.stringify(found))
  }
  return { asked, options: { fetch: answer, now: () => 0 } }
}

const credential = { provider: 'ollama' as const, baseUrl: 'http://localhost:11434' }
const tags = { models: [{ name: 'qwen3:8b' }, { name: 'llava' }, { name: 'broken' }, { name: 'small' }] }
const known = {
  '/api/tags': tags,
  '/api/show qwen3:8b': { capabilities: ['tools', 'thinking'], model_info: { 'qwen3.context_length': 40_960 } },
  '/api/show llava': {
    capabilities: ['vision'],
    model_info: { 'llama.context_length': 32_768 },
    parameters: 'stop "x"\nnum_ctx    8192',
  },
  '/api/show small': { model_info: { 'llama.context_length': 2048 }, parameters: 'num_ctx 8192' },
  '/api/ps': { models: [{ model: 'qwen3:8b', context_length: 16_384 }] },
}

it('asks Ollama what each model can do, and for the window that it really has', async () => {
  const { options } = server(known)
  expect(await listModels(ollama, credential, options)).toEqual({
    ok: true,
    models: [
      { id: 'qwen3:8b', label: 'qwen3:8b', vision: false, tools: true, thinking: true, contextWindow: 16_384 },
      { id: 'llava', label: 'llava', vision: true, tools: false, thinking: false, contextWindow: 8192 },
      { id: 'broken', label: 'broken' },
      { id: 'small', label: 'small', contextWindow: 2048 },
    ],
  })
})

it('describes one model without asking about the others', async () => {
  const { asked, options } = server(known)
  expect(await describeModel(ollama, credential, 'qwen3:8b', options)).toMatchObject({ contextWindow: 16_384 })
  expect(asked).toEqual(['/api/tags', '/api/show qwen3:8b', '/api/ps'])
  expect(await describeModel(ollama, credential, 'unheard of', options)).toBeUndefined()
})

it('tests a key if the models are listed without one', async () => {
  const models = { data: [{ id: 'maker/model' }] }
  const key = { provider: 'openrouter' as const, apiKey: 'sk-or-1' }
  const good = server({ '/api/v1/key': {}, '/api/v1/models': models })
  expect(await testCredential(openrouter, key, good.options)).toMatchObject({ ok: true })
  const bad = server({ '/api/v1/key': 401, '/api/v1/models': models })
  expect(await testCredential(openrouter, key, bad.options)).toMatchObject({
    ok: false,
    error: { code: 'authentication' },
  })
  expect(await listModels(openrouter, key, bad.options)).toMatchObject({ ok: true })
})

it.each([['<html>'], ['{"hello":1}']])(
  'says that an address is not the provider’s where it answers %s',
  async (said) => {
    const { options } = server({ '/api/tags': said })
    expect(await listModels(ollama, credential, options)).toMatchObject({
      ok: false,
      error: { code: 'protocol', message: expect.stringContaining('base URL') },
    })
  },
)

it('gives up on a server that sends nothing, and on an address without a server', async () => {
  const silent: typeof fetch = (_url, init) =>
    new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted'))))
  expect(await listModels(ollama, credential, { fetch: silent, now: () => 0, idleMs: 5 })).toMatchObject({
    ok: false,
    error: { code: 'timeout' },
  })
  const gone: typeof fetch = async () => {
    throw new Error('refused')
  }
  expect(await listModels(ollama, credential, { fetch: gone, now: () => 0 })).toMatchObject({
    ok: false,
    error: { code: 'network' },
  })
})
