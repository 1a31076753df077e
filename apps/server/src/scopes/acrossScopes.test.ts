import { createLoader, selectToolbox, toolDefinitions } from '@atelier/operation'
import { siteOperations } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../testing/ai.ts'
import { addPage, decide, ended, operate, questions, scriptedModel, titles, useModel } from '../../testing/approvals.ts'
import { notes } from '../../testing/notes/scope.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Listed = Type.Object({ data: Type.Object({ notes: Type.Array(Type.String()) }) })
const Placed = Type.Object({ data: Type.Object({ document: Type.Object({ id: Type.String() }) }) })
const Key = Type.Object({ key: Type.String() })

let server: TestServer
let model: Awaited<ReturnType<typeof scriptedModel>>
beforeAll(async () => {
  model = await scriptedModel([])
  server = await startTestServer({}, { scopes: [notes('toy'), notes('memo')] })
  await useModel(server, model.url)
  await operate(server, 'toy.addNote', { text: 'Order rye' })
})
afterAll(async () => {
  await server.close()
  await model.close()
})

const texts = async () => Value.Parse(Listed, (await operate(server, 'toy.listNotes', {})).body).data.notes

/** A run in the scope of the site. */
async function started(prompt: string) {
  const session = await newSession(server)
  const runId = await startRun(server, session, prompt)
  return { session, runId, path: `/api/ai/sessions/${session}/runs/${runId}` }
}

const called = ({ messages }: Awaited<ReturnType<typeof ended>>) =>
  messages.filter(({ role }) => role === 'tool_call').map(({ toolName }) => toolName)
const results = ({ messages }: Awaited<ReturnType<typeof ended>>) =>
  messages.filter(({ role }) => role === 'tool_result').map(({ toolResult }) => toolResult)

describe('a run of the site', () => {
  test('is sent the same tools, byte for byte, whatever other scopes there are', async () => {
    const { session } = await started('Hello')
    await ended(server, session)
    const Request = Type.Object({
      tools: Type.Array(Type.Object({ name: Type.String(), input_schema: Type.Unknown() })),
    })
    const { tools } = Value.Parse(Request, JSON.parse(model.bodies.at(-1) ?? ''))
    const alone = [...siteOperations, ...createLoader('site', () => siteOperations)]
    const capabilities = new Set(['document.read', 'document.write', 'project.publish'] as const)
    const expected = toolDefinitions(selectToolbox(alone, { scope: 'site', capabilities }))
    expect(JSON.stringify(tools.map(({ name, input_schema }) => [name, input_schema]))).toBe(
      JSON.stringify(expected.map(({ name, inputSchema }) => [name, inputSchema])),
    )
  })

  test('finds an operation of another scope and calls it by its full id, and all is undone as one', async () => {
    const before = await texts()
    model.add([['find_operations', { query: 'add a note' }]])
    model.add([
      ['addPage', { title: 'Recipes' }],
      ['toy.addNote', { text: 'Write the recipes' }],
    ])
    model.add([['call_operation', { name: 'toy.addNote', input: { text: 'And the prices' } }]])
    // The run is still in the page that it made.
    model.add([['read_document', {}]])
    const { session, path } = await started('Add a page, and note what is left to do')
    const read = await ended(server, session)
    expect(called(read)).toEqual(['find_operations', 'addPage', 'toy.addNote', 'toy.addNote', 'read_document'])
    const [found, page, ...others] = results(read)
    const recipes = Value.Parse(Placed, page).data.document.id
    expect(found).toMatchObject({
      data: {
        operations: expect.arrayContaining([
          expect.objectContaining({ name: 'toy.addNote', input: expect.anything() }),
        ]),
      },
    })
    expect(others).toMatchObject([{ ok: true }, { ok: true }, { ok: true, data: { document: { id: recipes } } }])
    expect(read.runs).toMatchObject([{ affected: expect.arrayContaining(['notes']) }])
    expect(await texts()).toHaveLength(before.length + 2)
    expect(JSON.stringify((await server.call('GET', `${path}/changes`)).body)).toMatch(/Recipes.*Write the recipes/s)

    expect(await server.call('POST', `${path}/undo`)).toMatchObject({ body: { state: 'undone', kept: [] } })
    expect(await texts()).toEqual(before)
    expect(await titles(server)).not.toContain('Recipes')
    expect(await server.call('POST', `${path}/redo`)).toMatchObject({ body: { state: 'applied' } })
    expect([await texts(), await titles(server)]).toEqual([
      expect.arrayContaining(['Write the recipes', 'And the prices']),
      expect.arrayContaining(['Recipes']),
    ])
  })

  test('calls it again by the name that the provider has for it', async () => {
    model.add([['toy_addNote', { text: 'Once more' }]])
    const { session } = await started('Note it')
    expect(called(await ended(server, session))).toEqual(['toy.addNote'])
    expect(await texts()).toContain('Once more')
  })

  test('has its call of another scope checked as at home, after the run too', async () => {
    model.add([['toy.addNote', { text: '' }]], [['toy.addNote', { text: 'LOUD' }]])
    const { session } = await started('Shout')
    const read = await ended(server, session)
    expect(results(read)).toMatchObject([{ ok: false, error: { code: 'invalid_input', path: '/text' } }, { ok: true }])
    expect(read.runs).toMatchObject([{ findings: [{ code: 'shouted' }] }])
  })

  test('waits for a person before a call of another scope that cannot be undone', async () => {
    const count = (await texts()).length
    model.add([['toy.deleteNotes', {}]])
    const { session } = await started('Delete the notes')
    const [question] = await questions(server, session)
    expect(question).toMatchObject({ operation: 'toy.deleteNotes', message: `Delete ${count} notes.` })
    // The approval is bound to the notes as they were.
    await operate(server, 'toy.addNote', { text: 'A late one' })
    await decide(server, session, question?.toolCallId ?? '', { decision: 'approve' })
    const [again] = await questions(server, session)
    expect(again).toMatchObject({ again: true, message: `Delete ${count + 1} notes.` })
    const revision = again?.documentRevision
    await decide(server, session, question?.toolCallId ?? '', { decision: 'approve', revision })
    expect(results(await ended(server, session))).toMatchObject([{ ok: true, data: { deleted: count + 1 } }])
    expect(await texts()).toEqual([])
  })

  test('asks with a token if there is no user to see a question', async () => {
    await operate(server, 'toy.addNote', { text: 'One' })
    const { id: projectId } = await firstProject(server)
    model.add([['toy.deleteNotes', {}]])
    const answer = await server.request('/api/ai/chat/site', {
      method: 'POST',
      body: JSON.stringify({ projectId, prompt: 'Delete them' }),
      headers: { cookie: server.cookie },
    })
    expect(await answer.text()).toMatch(/"requiresConfirmation":\{"token":"atc_[^}]*"message":"Delete 1 notes\./)
    expect(await texts()).toEqual(['One'])
  })
})

describe('a short name', () => {
  test('that operations of two scopes have is answered with both, and nothing is done', async () => {
    const before = await texts()
    model.add([['addNote', { text: 'Which?' }]])
    const { session } = await started('Note it')
    const [result] = results(await ended(server, session))
    expect(result).toMatchObject({ ok: false, error: { code: 'ambiguous', expected: 'toy.addNote or memo.addNote' } })
    expect(await texts()).toEqual(before)
    expect(await operate(server, 'addNote', { text: 'Which?' })).toMatchObject({
      status: 409,
      body: { error: { code: 'ambiguous', message: expect.stringContaining('toy.addNote, memo.addNote') } },
    })
  })

  test('is the home scope’s own first', async () => {
    model.add([['addNote', { text: 'At home' }]])
    const session = await newSession(server, { scope: 'toy' })
    await startRun(server, session, 'Note it')
    expect(results(await ended(server, session))).toMatchObject([{ ok: true }])
    expect(await texts()).toContain('At home')
  })
})

test('a role that may not write finds no writing operation of another scope, and calls none', async () => {
  const { key } = Value.Parse(Key, (await server.call('POST', '/api/keys', { name: 'reader', role: 'viewer' })).body)
  const { id: projectId } = await firstProject(server)
  const before = await texts()
  const asked = model.bodies.length
  model.add([['find_operations', { query: 'note' }]], [['toy.addNote', { text: 'Not mine' }]])
  const answer = await server.request('/api/ai/chat/site', {
    method: 'POST',
    body: JSON.stringify({ projectId, prompt: 'Note it' }),
    headers: { authorization: `Bearer ${key}` },
  })
  await answer.text()
  const found = model.bodies.at(asked + 1) ?? ''
  expect(found).toContain('toy.listNotes')
  expect(found).not.toContain('toy.deleteNotes')
  expect(model.bodies.at(asked + 2)).toContain('There is no tool named')
  expect(await texts()).toEqual(before)
})

test('a page of the site keeps its place among calls of other scopes', async () => {
  const pageId = await addPage(server, 'Elsewhere')
  model.add([['open_document', { document: { type: 'page', id: pageId } }]])
  model.add([['toy.addNote', { text: 'Between' }]])
  model.add([['read_document', {}]])
  const { session } = await started('Write')
  expect(results(await ended(server, session)).at(-1)).toMatchObject({ ok: true, data: { document: { id: pageId } } })
})
