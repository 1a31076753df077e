import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { createLoader, findOperations, resolveCall } from './loader.ts'
import { defineOperation, type OperationContext } from './operation.ts'
import { selectToolbox, toolDefinitions } from './toolbox.ts'
import { validate } from './validate.ts'

const define = (name: string, summary: string, onDemand: boolean) =>
  defineOperation({
    id: `site.${name}`,
    summary,
    description: `${summary}, in more words.`,
    icon: 'x',
    effect: 'write',
    onDemand,
    input: Type.Object({ nodeId: Type.String() }, { additionalProperties: false }),
    output: Type.Object({}),
    run: (_context: OperationContext) => ({ ok: true }),
  })

const own = [
  define('insertHtml', 'Insert HTML', false),
  define('wrapNodes', 'Wrap nodes in a new element', true),
  define('undoRun', 'Undo what a run changed', true),
]
const all = [...own, ...createLoader('site', () => own)]
const context: OperationContext = { actor: { kind: 'agent', userId: 'u' }, now: () => 0, newId: () => 'x' }

test('a model is sent the default tools and the loader; the others it may call all the same', () => {
  const toolbox = selectToolbox(all, {
    scope: 'site',
    capabilities: new Set(['document.read', 'document.write'] as const),
  })
  expect(toolDefinitions(toolbox).map(({ name }) => name)).toEqual(['call_operation', 'find_operations', 'insertHtml'])
  expect(toolbox.find('wrapNodes')?.onDemand).toBe(true)
})

test('a search answers with the schema of what fits, and an empty one with every name', () => {
  const [first] = findOperations(own, 'wrapping a node')
  expect(first).toMatchObject({ name: 'wrapNodes', input: { required: ['nodeId'] } })
  expect(findOperations(own, 'undoRun').map(({ name }) => name)).toEqual(['undoRun'])
  expect(findOperations(own, '').map(({ name, input }) => [name, input])).toEqual([
    ['wrapNodes', undefined],
    ['undoRun', undefined],
  ])
  expect(findOperations(own, 'helicopter')).toEqual([])
})

test('a wrapped call is the call in it, also with its input as text; a wrapper without a name stays one', async () => {
  expect(resolveCall('insertHtml', { name: 'x' })).toEqual({ name: 'insertHtml', input: { name: 'x' } })
  expect(resolveCall('call_operation', { name: 'undoRun' })).toEqual({ name: 'undoRun', input: {} })
  expect(resolveCall('call_operation', { name: 'wrapNodes', input: { nodeId: 'a' } })).toEqual({
    name: 'wrapNodes',
    input: { nodeId: 'a' },
  })
  expect(resolveCall('call_operation', { name: 'wrapNodes', input: '{"nodeId":"a"}' }).input).toEqual({ nodeId: 'a' })
  const wrapper = all.at(-1)
  for (const bad of [{}, { name: '' }, 'x', null, { name: 3 }]) {
    const { name, input } = resolveCall('call_operation', bad)
    expect(name).toBe('call_operation')
    expect(wrapper && validate(wrapper.input, input).length).toBeGreaterThan(0)
  }
  expect(resolveCall('call_operation', { name: 'call_operation', input: {} }).name).toBe('call_operation')
  expect(await wrapper?.run(context, { name: 'call_operation' }, undefined)).toMatchObject({ ok: false })
})
