import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Id, newSession, readSession, startRun } from '../../../testing/ai.ts'
import { ended, serverWithModel } from '../../../testing/approvals.ts'

let opened: Awaited<ReturnType<typeof serverWithModel>>
beforeAll(async () => {
  opened = await serverWithModel()
})
afterAll(() => opened.close())

test('a new chat continues from the summary of another one, which its model reads', async () => {
  const { server, model } = opened
  const session = await newSession(server)
  model.add([['addPage', { title: 'Opening hours' }]], 'The page is there.')
  await startRun(server, session, 'Make a page for the bakery that opens at seven')
  await ended(server, session)
  const made = await server.call('POST', `/api/ai/sessions/${session}/continue`)
  expect(made.status).toBe(201)
  const next = Value.Parse(Id, made.body).id
  const { messages } = await readSession(server, next)
  expect(messages).toMatchObject([{ role: 'system', status: 'complete' }])
  for (const words of ['bakery that opens at seven', 'The page is there.', 'Opening hours'])
    expect(messages[0]?.content).toContain(words)
  model.add('I know.')
  await startRun(server, next, 'Where were we?')
  expect((await ended(server, next)).runs).toMatchObject([{ status: 'complete' }])
  expect(model.bodies.at(-1)).toContain('bakery that opens at seven')
  expect((await readSession(server, session)).runs).toHaveLength(1)
})

test('of an empty chat it is an empty one, and of another person’s there is none', async () => {
  const { server } = opened
  const made = await server.call('POST', `/api/ai/sessions/${await newSession(server)}/continue`)
  expect((await readSession(server, Value.Parse(Id, made.body).id)).messages).toEqual([])
  expect((await server.call('POST', '/api/ai/sessions/none/continue')).status).toBe(404)
})
