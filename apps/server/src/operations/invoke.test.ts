import { defineOperation, makeHandles, type OperationContext, type OtherOperations, ok } from '@atelier/operation'
import type { SiteOperation } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { operate, titles } from '../../testing/approvals.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { ScopeRegistration } from '../compose/scopes.ts'
import { registerScope } from './scopes.ts'

interface MadeContext extends OperationContext {
  readonly others: OtherOperations
}

const site = makeHandles<SiteOperation>()
const titleInput = Type.Object({ title: Type.String() }, { additionalProperties: false })
const made = Type.Object({ pageIds: Type.Array(Type.String()) })

const addTwo = defineOperation({
  id: 'made.addTwo',
  summary: 'Add two pages',
  description: 'Adds two pages; the second has to have a title.',
  icon: 'files',
  of: 'site.addPage',
  effect: 'write',
  input: Type.Object({ first: Type.String(), second: Type.String() }, { additionalProperties: false }),
  output: made,
  async run({ others }: MadeContext, { first, second }) {
    const pageIds: string[] = []
    for (const title of [first, second]) {
      const added = await others.invoke(site('site.addPage'), { title })
      if (!added.ok) return added
      pageIds.push(added.data?.pageId ?? '')
    }
    return ok({ pageIds })
  },
})

const deleteQuietly = defineOperation({
  id: 'made.deleteQuietly',
  summary: 'Delete a page without a question',
  description: 'Tries what no operation may.',
  icon: 'files',
  effect: 'write',
  input: titleInput,
  output: made,
  async run({ others }: MadeContext, { title }) {
    const done = await others.invoke(site('site.deletePage'), { pageId: title })
    return done.ok ? ok({ pageIds: [] }) : done
  },
})

const readAndWrite = defineOperation({
  id: 'made.readAndWrite',
  summary: 'Write in a read',
  description: 'Tries what no read may.',
  icon: 'files',
  effect: 'read',
  input: titleInput,
  output: made,
  async run({ others }: MadeContext, { title }) {
    const done = await others.invoke(site('site.addPage'), { title })
    return done.ok ? ok({ pageIds: [] }) : done
  },
})

const asksTheWorld = defineOperation({
  id: 'made.asksTheWorld',
  summary: 'Ask the world within a call',
  description: 'Tries what no call may.',
  icon: 'files',
  effect: 'write',
  input: titleInput,
  output: made,
  async run({ others }: MadeContext, { title }) {
    const done = await others.invoke(site('site.fetchUrl'), { url: title })
    return done.ok ? ok({ pageIds: [] }) : done
  },
})

const registration: ScopeRegistration = {
  documentTypes: [],
  create: () =>
    registerScope<MadeContext>({
      id: 'made',
      unlisted: true,
      operations: [addTwo, deleteQuietly, readAndWrite, asksTheWorld],
      prompt: 'You make pages.',
      rehearsals: [],
      suffix: async ({ focus }) => ({ focus, lines: async () => [], text: () => '' }),
      focusOf: () => undefined,
      context: async ({ others, ...call }) => {
        if (!others) throw new Error('A server has the operations of all scopes')
        return { ok: true, context: { ...call, others }, documentIds: [] }
      },
    }),
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({}, { scopes: [registration] })
})
afterAll(() => server.close())

const Wrote = Type.Object({ changeSetId: Type.String() })

test('two operations of another scope are one commit and one undo', async () => {
  const { body } = await operate(server, 'made.addTwo', { first: 'One', second: 'Two' })
  expect(await titles(server)).toEqual(expect.arrayContaining(['One', 'Two']))
  const { id } = await firstProject(server)
  await server.call('POST', `/api/projects/${id}/changes/${Value.Parse(Wrote, body).changeSetId}/undo`)
  const left = await titles(server)
  expect(left).not.toContain('One')
  expect(left).not.toContain('Two')
})

test('where the second is refused, the first has not happened, and its input is checked', async () => {
  expect(await operate(server, 'made.addTwo', { first: 'Three', second: '' })).toMatchObject({
    body: { ok: false, error: { code: 'invalid_input', path: '/title' } },
  })
  expect(await titles(server)).not.toContain('Three')
})

test.each(['deleteQuietly', 'readAndWrite', 'asksTheWorld'])('%s runs nothing within a call', async (name) => {
  const before = await titles(server)
  expect(await operate(server, `made.${name}`, { title: 'https://x.example/' })).toMatchObject({
    body: { ok: false, error: { code: 'not_invocable' } },
  })
  expect(await titles(server)).toEqual(before)
})

test('conversations of other scopes do not find one that does the same as theirs', async () => {
  const { body } = await operate(server, 'site.find_operations', { query: '' })
  expect(JSON.stringify(body)).not.toContain('made.addTwo')
  expect(JSON.stringify(body)).toContain('made.deleteQuietly')
})
