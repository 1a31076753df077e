import Anthropic from '@anthropic-ai/sdk'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { wires } from '../wires.ts'

const answering = (body: object) => async () => Response.json(body)
const once = { apiKey: 'sk-test', maxRetries: 0 }

it('lists the models of Anthropic as its own client does', async () => {
  const body = {
    data: [
      { type: 'model', id: 'claude-opus-4-6', display_name: 'Claude Opus 4.6', created_at: '2026-02-04T00:00:00Z' },
      {
        type: 'model',
        id: 'claude-3-haiku-20240307',
        display_name: 'Claude Haiku 3',
        created_at: '2024-03-07T00:00:00Z',
      },
    ],
    has_more: false,
    first_id: null,
    last_id: null,
  }
  const page = await new Anthropic({ ...once, fetch: answering(body) }).models.list()
  const ours = wires.anthropic.models.parse(body).map(({ id, label }) => ({ id, label }))
  expect(ours).toEqual(page.data.map(({ id, display_name }) => ({ id, label: display_name })))
})

it('lists the models of a compatible server as OpenAI’s client does', async () => {
  const body = {
    object: 'list',
    data: [{ id: 'qwen', object: 'model', created: 1, owned_by: 'vllm', max_model_len: 32768 }],
  }
  const page = await new OpenAI({ ...once, fetch: answering(body) }).models.list()
  expect(wires.compatible.models.parse(body).map(({ id }) => id)).toEqual(page.data.map(({ id }) => id))
})

it('lists the models of Ollama as its own client does', async () => {
  const details = { parent_model: '', format: 'gguf', family: 'qwen3', families: ['qwen3'], parameter_size: '8B' }
  const model = {
    name: 'qwen3:8b',
    model: 'qwen3:8b',
    modified_at: '2026-01-01T00:00:00Z',
    size: 1,
    digest: 'x',
    details,
  }
  const body = { models: [model, { ...model, name: 'llava:7b', model: 'llava:7b' }] }
  const list = await new Ollama({ fetch: answering(body) }).list()
  expect(wires.ollama.models.parse(body).map(({ id }) => id)).toEqual(list.models.map(({ model: id }) => id))
})
