import { expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { startTestServer } from '../../../testing/server.ts'

test('each of thousands of new entries has an id of its own, and none is written over another', async () => {
  const server = await startTestServer()
  const { id } = await firstProject(server)
  const item = { id: 'item', i18n: false, fields: { name: { type: 'string' } } }
  await operate(server, 'content.init_project', { locales: ['en'], models: [item] })
  for (let call = 0; call < 6; call += 1) {
    const data = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`new-${at}`, { name: `${call}-${at}` }]))
    const { body } = await operate(server, 'content.save_content', { model: 'item', data })
    expect(body).toMatchObject({ ok: true })
  }
  const { body } = await server.call('GET', `/api/projects/${id}/content/models/item/entries?ids=1`)
  const { total, ids } = body as { total: number; ids: string[] }
  expect([total, new Set(ids).size]).toEqual([3_000, 3_000])
  expect(ids.every((each) => /^[0-9a-f]{12}$/.test(each))).toBe(true)
  await server.close()
})
