import { expect, onTestFinished, test } from 'vitest'
import { newSession, startRun } from '../../../testing/ai.ts'
import {
  type Answer,
  decide,
  ended,
  operate,
  questions,
  session as readSession,
  scriptedModel,
  useModel,
} from '../../../testing/approvals.ts'
import { generationScene, hasResults } from '../../../testing/generations.ts'
import { png } from '../../../testing/media.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import { fakeWeb } from '../../../testing/web.ts'

const queries = [
  { query: 'a baker shaping sourdough loaves by hand', count: 2 },
  { query: 'an old oven with glowing embers' },
]
const search: Answer = [['searchImages', { queries }]]

/** The web of both services for pictures: Together makes them, Pexels finds them. */
async function pictureWeb() {
  let width = 400
  const web = await fakeWeb((request, response) => {
    // Each picture is another one.
    const loaf = Buffer.from(png(width++, 300))
    if (request.url === '/v1/images/generations') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: [{ b64_json: loaf.toString('base64') }] }))
    } else if (request.url?.startsWith('/v1/search')) {
      const src = { large2x: 'https://images.pexels.com/photos/1/loaf.png' }
      const photo = {
        photographer: 'Ada',
        photographer_url: 'https://www.pexels.com/@ada',
        url: 'https://www.pexels.com/photo/1/',
      }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ photos: [{ ...photo, alt: 'A loaf', src }] }))
    } else {
      response.setHeader('content-type', 'image/png')
      response.end(loaf)
    }
  })
  return { ...web, made: () => web.requests.filter(({ method }) => method === 'POST').length }
}

const useService = (server: TestServer, name: 'together' | 'pexels') =>
  server.call('PUT', `/api/ai/services/${name}`, { apiKey: 'a-key-of-the-service-0000' })

/** A conversation with a model that searches for pictures. */
async function conversation(service?: 'together' | 'pexels') {
  const web = await pictureWeb()
  const model = await scriptedModel([search])
  const server = await startTestServer({}, { web })
  onTestFinished(async () => {
    await server.close()
    await model.close()
    await web.close()
  })
  await useModel(server, model.url)
  if (service) await useService(server, service)
  const id = await newSession(server)
  await startRun(server, id, 'Pictures of bread, please')
  return { web, server, model, id }
}

test('pictures that cost money wait for the person, who reads how many, of what and for how much', async () => {
  const { web, server, model, id } = await conversation('together')
  const [asked] = await questions(server, id)
  expect(asked).toMatchObject({
    operation: 'site.searchImages',
    target: '3 pictures',
    message:
      'Have 3 pictures made by Together, for $0.075 at most: 2 of “a baker shaping sourdough loaves by hand”, 1 of “an old oven with glowing embers”.',
  })
  expect(web.made()).toBe(0)
  await decide(server, id, asked?.toolCallId ?? '', { decision: 'approve', revision: asked?.documentRevision })
  const { runs, messages } = await ended(server, id)
  expect(runs).toMatchObject([{ status: 'complete' }])
  expect(messages.find(({ role }) => role === 'tool_result')).toMatchObject({
    toolResult: { ok: true, data: { service: 'together', totalImages: 3, costUsd: 0.075 } },
  })
  expect(web.made()).toBe(3)

  // Pictures in the library already are not paid for again, so that there is nothing to decide on.
  model.add(search)
  await startRun(server, id, 'Once more')
  expect((await ended(server, id)).approvals).toHaveLength(1)
  expect(web.made()).toBe(3)
})

test('none is made if the person says no', async () => {
  const { web, server, model, id } = await conversation('together')
  const [asked] = await questions(server, id)
  await decide(server, id, asked?.toolCallId ?? '', { decision: 'deny', reason: 'Too dear' })
  await ended(server, id)
  expect(model.bodies.at(-1)).toContain('Too dear')
  expect(web.made()).toBe(0)
  expect((await operate(server, 'site.list_media', {})).body).toMatchObject({ data: { total: 0 } })
})

test.each(['pexels', undefined] as const)('pictures of %s cost nothing, and wait for no decision', async (service) => {
  const { server, id } = await conversation(service)
  const { runs, messages } = await ended(server, id)
  expect(runs).toMatchObject([{ status: 'complete' }])
  expect(messages.find(({ role }) => role === 'tool_result')).toMatchObject({
    toolResult: { ok: true, data: { service: service ?? 'sketch' } },
  })
  expect((await readSession(server, id)).approvals).toEqual([])
})

test('a person who asks for pictures themselves is not asked again', async () => {
  const web = await pictureWeb()
  const server = await startTestServer({}, { web })
  onTestFinished(async () => {
    await server.close()
    await web.close()
  })
  await useService(server, 'together')
  expect((await operate(server, 'site.searchImages', { queries })).body).toMatchObject({
    ok: true,
    data: { totalImages: 3 },
  })
})

test('within a generation they wait for no decision, and its budget holds them', async () => {
  const web = await pictureWeb()
  const scene = await generationScene(
    (request) => {
      if (request.step !== 'pages' || request.file !== 'index.html' || hasResults(request)) return undefined
      const many = Array.from({ length: 12 }, (_, at) => ({ query: `loaf${at} on table${at} in house${at}`, count: 5 }))
      return [['searchImages', { queries: many }]]
    },
    { web },
  )
  onTestFinished(async () => {
    await scene.close()
    await web.close()
  })
  await useService(scene.server, 'together')
  const { id } = await scene.plan({ budgetUsd: 1 })
  await scene.call(`${id}/start`, {})
  const stopped = await scene.until(id, 'stopped')
  const { sessionId = '' } = stopped.parts.find(({ file }) => file === 'index.html') ?? {}
  const { approvals, messages } = await readSession(scene.server, sessionId)
  expect(approvals).toEqual([])
  expect(JSON.stringify(messages)).toContain('Stopped at the limit of $1.00')
  expect(web.made()).toBeGreaterThan(0)
  expect(web.made() * 0.025).toBeLessThan(1)
  expect(stopped.spentUsd).toBeLessThanOrEqual(1)
})
