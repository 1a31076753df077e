import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabases } from '../../../../apps/server/testing/databases.ts'
import { answer, createScene } from '../../testing/scene.ts'
import type { Attributes, Span, Tracer } from '../tracing/trace.ts'

const sqlite = testDatabases().find(({ name }) => name === 'sqlite')
if (!sqlite) throw new Error('SQLite is always there')
let opened: Awaited<ReturnType<typeof sqlite.open>>
beforeAll(async () => {
  opened = await sqlite.open()
})
afterAll(() => opened.close())

it('reports a run, its requests and its calls by the names of the conventions, and continues after invalid input', async () => {
  const spans: { kind: string; attributes: Attributes; parent: Span | undefined; span: Span; error?: string }[] = []
  const tracer: Tracer = {
    start(kind, _name, attributes, parent) {
      const span: Span = {
        set: (more) => void Object.assign(kept.attributes, more),
        end(error) {
          if (error !== undefined) kept.error = error
        },
      }
      const kept: (typeof spans)[number] = { kind, attributes: { ...attributes }, parent, span }
      spans.push(kept)
      return span
    },
  }
  const scene = await createScene(
    opened.database,
    [
      answer([{ type: 'tool_use', id: 'bad', name: 'write', json: '{"text":3}' }], 'tool_use'),
      answer([{ type: 'tool_use', id: 'good', name: 'write', json: '{"text":"x"}' }], 'tool_use'),
      answer([{ type: 'text', text: 'Done.' }]),
    ],
    { runner: { tracer } },
  )
  expect(await scene.say()).toMatchObject({ status: 'complete', rounds: 3 })
  expect(spans.map(({ kind }) => kind)).toEqual(['invoke_agent', 'chat', 'chat', 'execute_tool', 'chat'])
  const [run, chat, , call] = spans
  expect(run?.attributes).toMatchObject({ 'gen_ai.provider.name': 'anthropic', 'gen_ai.request.model': 'm1' })
  expect(chat?.attributes).toMatchObject({
    'gen_ai.request.model': 'm1',
    'gen_ai.usage.input_tokens': 150,
    'gen_ai.usage.output_tokens': 40,
    'gen_ai.response.finish_reasons': ['tool_use'],
  })
  expect(call?.attributes).toMatchObject({ 'gen_ai.tool.name': 'write', 'gen_ai.tool.type': 'function' })
  for (const { parent } of spans.slice(1)) expect(parent).toBe(run?.span)
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('Done.')
  await scene.close()
})
