import { type Static, type TSchema, Type } from 'typebox'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { growthOf, LINEAR } from '../../../scripts/testing/growth.ts'
import {
  defineOperation,
  fail,
  needsApproval,
  type OperationContext,
  ok,
  selectToolbox,
  toolDefinitions,
  validate,
  validationError,
} from './index.ts'

const read = defineOperation({
  id: 'site.getNodeHtml',
  summary: 'Read a node',
  description: 'Returns the HTML of one node.',
  icon: 'code',
  effect: 'read',
  input: Type.Object({ nodeId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ html: Type.String() }),
  run: (_context: OperationContext, input) => ok({ html: input.nodeId }),
})
const write = defineOperation({
  id: 'site.deletePage',
  summary: 'Delete a page',
  description: 'Deletes a page.',
  icon: 'trash',
  effect: 'destructive',
  phases: ['draft'],
  input: Type.Object({
    pageId: Type.String(),
    kind: Type.Optional(Type.Union([Type.Literal('a'), Type.Literal('b')])),
  }),
  output: Type.Object({}),
  run: (_context: OperationContext) => fail('unknown_page', 'No such page.'),
})

describe('defineOperation', () => {
  it('derives scope, short name, executor and capability', () => {
    expect(read).toMatchObject({ scope: 'site', name: 'getNodeHtml', executor: 'server', capability: 'document.read' })
    expect(write).toMatchObject({ capability: 'document.write', effect: 'destructive' })
  })
  it('runs nothing that cannot be undone in a tab, where no decision could bind it', () => {
    const { executor: _, ...rest } = write
    // @ts-expect-error: the checker refuses it, so that no such operation can be written.
    expect(defineOperation({ ...rest, effect: 'destructive', executor: 'view' }).effect).toBe('destructive')
    // @ts-expect-error
    expect(defineOperation({ ...rest, effect: 'external', executor: 'kernel' }).effect).toBe('external')
  })
  it('keeps the types of its id, input and output', () => {
    expectTypeOf(read.id).toEqualTypeOf<'site.getNodeHtml'>()
    expectTypeOf<Static<typeof read.input>>().toEqualTypeOf<{ nodeId: string }>()
    expectTypeOf<Static<typeof read.output>>().toEqualTypeOf<{ html: string }>()
  })
  it('takes commands whose input is that of the operation', () => {
    const command = {
      name: 'node.read',
      label: 'Read',
      icon: 'code',
      group: 'node',
      operation: 'site.getNodeHtml',
    } as const
    const input = ({ selected }: { selected?: string }) => (selected === undefined ? undefined : { nodeId: selected })
    const commands = defineOperation({ ...read, effect: 'read', commands: [{ ...command, input }] }).commands
    expect(commands.map(({ name }) => name)).toEqual(['node.read'])
    // @ts-expect-error: the operation is given a nodeId.
    defineOperation({ ...read, effect: 'read', commands: [{ ...command, input: () => ({ pageId: 'x' }) }] })
  })
  it('refuses an id without a scope', () => {
    expect(() => defineOperation({ ...read, effect: 'read', id: 'nodot' as `${string}.${string}` })).toThrow(
      'scope.name',
    )
  })
})

describe('consequence', () => {
  const context: OperationContext = { actor: { kind: 'hand', userId: 'u' }, now: () => 0, newId: () => 'id' }
  it('is worded in general if the operation does not say', async () => {
    expect(await write.consequence(context, { pageId: 'p1' })).toEqual({
      message: 'Delete a page: p1. This cannot be undone.',
      target: 'p1',
      documentIds: [],
    })
    const { consequence: _, ...rest } = write
    const send = defineOperation({
      ...rest,
      id: 'cms.send',
      summary: 'Send the letter',
      effect: 'external',
      executor: 'server',
    })
    expect(await send.consequence(context, {})).toMatchObject({
      message: 'Send the letter. It has a lasting effect outside Atelier.',
    })
  })
  it('is the operation’s own if it has one', async () => {
    const own = defineOperation({
      ...write,
      effect: 'destructive',
      executor: 'server',
      id: 'cms.drop',
      consequence: () => ({ message: 'Drop it.', target: 'it', documentIds: ['d'] }),
    })
    expect(await own.consequence(context, {})).toEqual({ message: 'Drop it.', target: 'it', documentIds: ['d'] })
  })
  it('is required before a call that cannot be undone, and only then', () => {
    const effects = ['read', 'write', 'destructive', 'external'] as const
    expect(effects.filter((effect) => needsApproval({ effect }))).toEqual(['destructive', 'external'])
  })
  it('may be asked for before a write of the server that says what it would do, and before no other', () => {
    const { asks: _, ...rest } = read
    const consequence = () => ({ message: 'Pay.', target: 'it', documentIds: [] })
    const paid = defineOperation({ ...rest, effect: 'write', executor: 'server', asks: true, consequence })
    expect(needsApproval(paid)).toBe(true)
    expect(needsApproval(read)).toBe(false)
    for (const more of [{ consequence: undefined }, { executor: 'view' as const }, { effect: 'read' as const }]) {
      const wrong = { ...rest, effect: 'write' as const, executor: 'server' as const, consequence, ...more }
      expect(() => defineOperation({ ...wrong, asks: true })).toThrow('asks')
    }
  })
})

describe('selectToolbox', () => {
  const all = [read, write]
  const capabilities = new Set(['document.read', 'document.write'] as const)
  it('leaves out what the caller may not do', () => {
    const toolbox = selectToolbox(all, { scope: 'site', capabilities: new Set(['document.read'] as const) })
    expect(toolbox.operations.map((operation) => operation.name)).toEqual(['getNodeHtml'])
    expect(toolbox.find('deletePage')).toBeUndefined()
  })
  it('leaves out what the phase forbids, what is not in the subset, and other scopes', () => {
    expect(selectToolbox(all, { scope: 'site', capabilities, phase: 'live' }).find('deletePage')).toBeUndefined()
    expect(selectToolbox(all, { scope: 'site', capabilities, subset: ['deletePage'] }).operations).toHaveLength(1)
    expect(selectToolbox(all, { scope: 'cms', capabilities }).operations).toHaveLength(0)
  })
  it('passes providers plain JSON Schema in a stable order', () => {
    const forward = toolDefinitions(selectToolbox(all, { scope: 'site', capabilities }))
    const backward = toolDefinitions(selectToolbox([write, read], { scope: 'site', capabilities }))
    expect(forward).toEqual(backward)
    expect(forward[1]).toEqual({
      name: 'getNodeHtml',
      description: 'Returns the HTML of one node.',
      inputSchema: {
        type: 'object',
        required: ['nodeId'],
        properties: { nodeId: { type: 'string' } },
      },
    })
  })
})

describe('validate', () => {
  it('names the path, what was expected and what came', () => {
    expect(validate(read.input, { nodeId: 7 })).toEqual([
      { path: '/nodeId', expected: 'string', received: 'the number 7' },
    ])
    expect(validate(read.input, {})).toEqual([{ path: '/nodeId', expected: 'a string', received: 'nothing' }])
    expect(validate(read.input, { nodeId: 'n', extra: [] })).toEqual([
      {
        path: '/extra',
        expected: 'no such field',
        received: 'an array of 0',
        sentence: 'The input has an unknown field extra; its fields are nodeId.',
      },
    ])
    expect(validate(write.input, { pageId: 'p', kind: 'z' })).toEqual([
      { path: '/kind', expected: '"a" or "b"', received: 'the string "z"' },
    ])
    expect(validate(Type.String({ pattern: '\\S' }), '')).toEqual([
      { path: '', expected: 'some text', received: 'the string ""' },
    ])
    expect(validate(Type.String({ maxLength: 3 }), 'four')).toEqual([
      { path: '', expected: 'at most 3 characters long', received: 'the string "four"' },
    ])
    expect(validate(read.input, null)[0]).toMatchObject({ path: '', received: 'null' })
    expect(validate(read.input, { nodeId: 'n' })).toEqual([])
  })
  it('refuses many unknown fields as it refuses one, and names the first twenty', () => {
    const closed = Type.Object({ a: Type.Optional(Type.String()) }, { additionalProperties: false })
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))
    expect(validate(closed, fields(10))).toHaveLength(10)
    expect(validate(closed, fields(50))).toHaveLength(20)
    expect(validate(Type.Object({ in: closed }), { in: fields(50) })).toHaveLength(20)
    expect(validate(closed, { 'a/b~': 1 })).toEqual([
      {
        path: '/a~1b~0',
        expected: 'no such field',
        received: 'the number 1',
        sentence: 'The input has an unknown field a/b~; its fields are a.',
      },
    ])
  })
  it('takes a time that grows no faster than what it is given', async () => {
    const closed = Type.Object(
      { a: Type.Array(Type.Union([Type.Literal(1), Type.Literal(2)]), { maxItems: 5 }) },
      { additionalProperties: false },
    )
    const manyFields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]))
    const longArray = (count: number) => ({ a: Array.from({ length: count }, () => 3) })
    expect(validate(closed, manyFields(200_000))).toHaveLength(20)
    expect(validate(closed, longArray(200_000))).toContainEqual({
      path: '/a',
      expected: 'an array of at most 5',
      received: 'an array of 200000',
    })
    for (const make of [manyFields, longArray]) {
      const prepare = (count: number) => {
        const input = make(count)
        return () => validate(closed, input)
      }
      expect(await growthOf(prepare, 200_000)).toBeLessThan(LINEAR)
    }
  })
  it('lists what is allowed, and names the field that was most likely meant', () => {
    const told = (schema: TSchema, value: unknown) => validationError(validate(schema, value)).message
    const insert = Type.Object({ parentId: Type.String(), html: Type.String() }, { additionalProperties: false })
    expect(told(insert, { parentUid: 'n', html: '' })).toContain(
      'The input has an unknown field parentUid; did you mean parentId?',
    )
    expect(told(insert, { parentId: 'n', html: '', css: '' })).toBe(
      'The input has an unknown field css; its fields are parentId, html.',
    )
    expect(told(Type.Object({ items: Type.Array(insert) }), { items: [{ parentId: 'n', htm: '' }] })).toContain(
      '/items/0 has an unknown field htm; did you mean html?',
    )
    expect(told(Type.Enum(['a', 'b', 'c']), 'd')).toBe('The input should be "a", "b" or "c", got the string "d".')
    expect(told(Type.Union([Type.String(), Type.Number(), Type.Null()]), [])).toBe(
      'The input should be string or number or null, got an array of 0.',
    )
    expect(told(Type.Object({}, { minProperties: 1 }), {})).toContain('should be an object with at least one field')
    expect(told(insert, { parentId: 'n', html: '', ['x'.repeat(5_000)]: 1 }).length).toBeLessThan(200)
  })
  it('becomes one error with a sentence', () => {
    expect(validationError(validate(read.input, { nodeId: 7 }))).toEqual({
      code: 'invalid_input',
      message: '/nodeId should be string, got the number 7.',
      path: '/nodeId',
      expected: 'string',
      received: 'the number 7',
    })
  })
})
