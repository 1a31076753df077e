/** Slow by design: a model asks 50 things at once. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSession, startRun } from '../../../testing/ai.ts'
import { addPage, type Call, serverWithModel, session, titles } from '../../../testing/approvals.ts'

let served: Awaited<ReturnType<typeof serverWithModel>>
beforeAll(async () => {
  served = await serverWithModel()
})
afterAll(() => served.close())

test('50 questions that are open at once are all decided by one word', { timeout: 400_000 }, async () => {
  const { server, model } = served
  const names = Array.from({ length: 50 }, (_, at) => `Leaflet ${at}`)
  for (const name of names) await addPage(server, name)
  const id = await newSession(server, { scope: 'cms' })
  const calls = names.map((_, at): Call => ['deletePage', { slug: `leaflet-${at}`, confirmed: true }])
  model.add(calls, 'All of them are still there.')
  await startRun(server, id, 'Delete all leaflets')
  const open = async () => (await session(server, id)).approvals.filter(({ status }) => status === 'requested')
  await expect.poll(async () => (await open()).length, { timeout: 120_000 }).toBe(50)
  await expect.poll(async () => (await session(server, id)).runs.at(-1)?.status).toBe('waiting')
  expect(new Set((await open()).map(({ message }) => message)).size).toBe(50)
  await startRun(server, id, 'no', { whenBusy: 'steer' })
  await expect.poll(open, { timeout: 120_000 }).toEqual([])
  await expect.poll(async () => (await session(server, id)).runs[0]?.status, { timeout: 120_000 }).toBe('complete')
  expect((await session(server, id)).approvals.map(({ status }) => status)).toEqual(names.map(() => 'denied'))
  expect(await titles(server)).toEqual(expect.arrayContaining(names))
})
