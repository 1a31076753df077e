import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, onTestFinished, test } from 'vitest'
import { ended } from '../../../testing/approvals.ts'
import { bakery, generationScene, hasResults } from '../../../testing/generations.ts'

const Read = Type.Object({
  ok: Type.Literal(true),
  data: Type.Object({
    plan: Type.Object({ siteName: Type.String(), designSystem: Type.Object({ primaryColor: Type.String() }) }),
    pages: Type.Array(
      Type.Object({
        key: Type.String(),
        file: Type.String(),
        sections: Type.Array(Type.Object({ key: Type.String(), id: Type.String(), name: Type.String() })),
      }),
    ),
  }),
})

test('a program reads a plan and changes it by one call, all or nothing, and takes it back', async () => {
  const { server, project, plan: begin, close } = await generationScene()
  onTestFinished(close)
  const { documentId } = await begin()
  const call = async (name: string, input: object) =>
    (await server.call('POST', `/api/projects/${project}/operations/generate.${name}`, { input, documentId })).body
  const read = async () => Value.Parse(Read, await call('readPlan', {})).data
  const before = await read()
  const changed = await call('editPlan', {
    edits: [
      { action: 'set', on: 'design', fields: { primaryColor: '#112233' } },
      { action: 'add', on: 'page', index: 1, fields: { title: 'Prices', description: 'What it costs' } },
      { action: 'add', on: 'section', page: 'prices.html', fields: { sectionType: 'pricing', name: 'Prices' } },
      { action: 'move', on: 'section', page: 'index.html', section: before.pages[0]?.sections.at(-1)?.key, index: 0 },
      { action: 'remove', on: 'page', page: before.pages[2]?.file },
    ],
  })
  expect(changed).toMatchObject({
    ok: true,
    data: { keys: ['design/primaryColor', {}, {}, {}, {}].map(() => expect.any(String)) },
  })
  const after = await read()
  expect(after.plan.designSystem.primaryColor).toBe('#112233')
  expect(after.pages.map(({ file }) => file)).toEqual([
    'index.html',
    'prices.html',
    ...before.pages.flatMap(({ file }, at) => (at === 0 || at === 2 ? [] : [file])),
  ])
  expect(after.pages[1]?.sections.map(({ name }) => name)).toEqual(['Prices'])
  expect(after.pages[0]?.sections[0]?.id).toBe(before.pages[0]?.sections.at(-1)?.id)

  const refused = await call('editPlan', {
    edits: [
      { action: 'set', on: 'site', fields: { siteName: 'Other' } },
      { action: 'set', on: 'design', fields: { primaryColor: 'red' } },
    ],
  })
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_edit', path: '/edits/1' } })
  expect((await read()).plan.siteName).toBe(before.plan.siteName)

  const changeSetId =
    typeof changed === 'object' && changed !== null && 'changeSetId' in changed ? changed.changeSetId : ''
  await server.call('POST', `/api/projects/${project}/changes/${changeSetId}/undo`)
  expect(await read()).toEqual(before)
})

test('in the conversation of the plan the agent changes the plan, and nothing else has to be said', async () => {
  const scene = await generationScene((request) => {
    if (!request.body.includes('You help a person plan')) return undefined
    if (hasResults(request)) return 'The colour is blue now.'
    return [['editPlan', { edits: [{ action: 'set', on: 'design', fields: { primaryColor: '#0000ff' } }] }]]
  })
  onTestFinished(scene.close)
  const { server, project } = scene
  const { documentId, sessionId } = await scene.plan()
  await server.call('POST', `/api/ai/sessions/${sessionId}/runs`, { prompt: 'Make it blue.' })
  await ended(server, sessionId)
  const { body } = await server.call('POST', `/api/projects/${project}/operations/generate.readPlan`, {
    input: {},
    documentId,
  })
  expect(Value.Parse(Read, body).data.plan.designSystem.primaryColor).toBe('#0000ff')
  expect(scene.model.asked.at(-1)?.body).toContain('Ferment')
})

test('without a plan the operations say what is missing', async () => {
  const { server, project, close } = await generationScene()
  onTestFinished(close)
  const { body } = await server.call('POST', `/api/projects/${project}/operations/generate.readPlan`, { input: {} })
  expect(body).toMatchObject({ ok: false, error: { code: 'no_plan', hint: expect.stringContaining('documentId') } })
})

const Listed = Type.Object({
  data: Type.Object({
    generations: Type.Array(
      Type.Object({ generationId: Type.String(), state: Type.String(), parts: Type.Array(Type.Unknown()) }),
    ),
  }),
})

test('a program has a site planned and made by operations, and sees how far it is', async () => {
  const { server, project, close } = await generationScene()
  onTestFinished(close)
  const call = async (name: string, input: object) =>
    (await server.call('POST', `/api/projects/${project}/operations/generate.${name}`, { input })).body
  const list = async () => Value.Parse(Listed, await call('listGenerations', {})).data.generations
  expect(await call('planSite', { brief: bakery })).toMatchObject({ ok: true, data: { state: 'planning' } })
  await expect.poll(async () => (await list())[0]?.state, { timeout: 20_000 }).toBe('awaiting-approval')
  const generationId = (await list())[0]?.generationId
  expect(await call('carryOutPlan', { generationId: 'none' })).toMatchObject({
    ok: false,
    error: { code: 'not_carried_out' },
  })
  expect(await call('carryOutPlan', { generationId })).toMatchObject({ ok: true, data: { state: 'running' } })
  await expect.poll(async () => (await list())[0]?.state, { timeout: 20_000 }).toBe('complete')
})
