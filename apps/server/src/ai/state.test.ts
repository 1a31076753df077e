import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, settled, startRun } from '../../testing/ai.ts'
import { addPage, decide, ended, questions, serverWithModel } from '../../testing/approvals.ts'

let opened: Awaited<ReturnType<typeof serverWithModel>>
beforeAll(async () => {
  opened = await serverWithModel()
})
afterAll(() => opened.close())

/** The blocks of a request's conversation that describe the state, as text. */
const states = (body: string) => body.match(/<editor_state.*?<\/editor_state>/g) ?? []

test('a model learns what its calls changed in the state before its next request, and nothing twice', async () => {
  const { server, model } = opened
  const pageId = await addPage(server, 'Shop')
  const session = await newSession(server)
  const from = model.bodies.length
  model.add(
    [['set_color_tokens', { tokens: [{ slug: 'ink', lightValue: '#123456' }] }]],
    [['list_tokens', {}]],
    [['addPage', { title: 'News' }]],
    'Done.',
  )
  await startRun(server, session, 'Make a design system', { context: { documentId: pageId } })
  const read = await settled(server, session)
  expect(read.runs).toMatchObject([{ status: 'complete' }])
  const [first = [], second = [], third = [], fourth = []] = model.bodies.slice(from).map(states)
  expect(first).toHaveLength(1)
  expect(first[0]).toContain('Page: \\"Shop\\"')
  expect(first[0]).toContain('Site: ')
  // Only the line of the tokens has changed.
  expect(second).toHaveLength(2)
  expect(second[1]).toContain('ink=#123456')
  expect(second[1]).not.toContain('Site: ')
  expect(third).toEqual(second)
  expect(fourth).toHaveLength(3)
  expect(fourth[2]).toContain('Page: \\"News\\"')
  expect(fourth[2]).not.toContain('ink=')
  // The person's position in the next message: only that has changed.
  model.add('Yes.')
  await startRun(server, session, 'And now?', { context: { documentId: pageId } })
  const { messages } = await settled(server, session)
  const next = states(model.bodies.at(-1) ?? '')
  expect(next.slice(0, 3)).toEqual(fourth)
  expect(next).toHaveLength(4)
  expect(next[3]).toContain('Page: \\"Shop\\"')
  const kept = messages.filter(({ state }) => state !== undefined)
  expect(kept.map(({ role }) => role)).toEqual(['system', 'system', 'system', 'system'])
  // A later request begins with everything that was sent before.
  const said = (body = '') => body.slice(body.indexOf('"messages":')).replaceAll(/,"cache_control":\{[^}]*\}/g, '')
  const [before = '', now = ''] = model.bodies.slice(-2).map(said)
  expect(now.startsWith(before.replace(/[\]}]+$/, ''))).toBe(true)
})

test('a run that waited for a person continues where it stood, also with its calls', async () => {
  const { server, model } = opened
  const old = await addPage(server, 'Old')
  const session = await newSession(server)
  model.add([['addPage', { title: 'Fresh' }]], [['deletePage', { pageId: old }]], [['read_document', {}]], 'Done.')
  await startRun(server, session, 'Begin anew', { context: { documentId: await addPage(server, 'Start') } })
  const [question] = await questions(server, session)
  await decide(server, session, question?.toolCallId ?? '', { decision: 'approve' })
  const { messages } = await ended(server, session)
  const read = messages.find(({ role, toolName }) => role === 'tool_result' && toolName === 'read_document')
  expect(JSON.stringify(read?.toolResult)).toContain('"title":"Fresh"')
  const told = states(model.bodies.at(-1) ?? '')
  expect(told.filter((each) => each.includes('Page: \\"Start\\"'))).toHaveLength(1)
  expect(told.filter((each) => each.includes('Page: \\"Fresh\\"'))).toHaveLength(1)
})
