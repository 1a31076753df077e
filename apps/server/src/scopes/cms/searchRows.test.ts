import { queryBuilder, rowsOf } from '@atelier/streams'
import { describe, expect, test } from 'vitest'
import { addPage, operate } from '../../../testing/approvals.ts'
import { databasesBySuite } from '../../../testing/databases.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Tables } from '../../database/tables.ts'

const rowsIn = async ({ database }: TestServer) => {
  const db = queryBuilder<Tables>(database.dialect)
  const rows = await database.read(rowsOf(db.selectFrom('search_texts').select(['document_id', 'head'])))
  return new Map(rows.map(({ document_id, head }) => [document_id, Number(head)]))
}

describe.each(databasesBySuite())('the rows of searches on $name', ({ place }) => {
  test('follow the heads of pages, and are read again after a restart', async () => {
    const { dataDir, databaseUrl, remove } = await place()
    const env = { ATELIER_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const first = await startTestServer(env)
    const pageId = await addPage(first, 'Sourdough course')
    const find = (server: Pick<TestServer, 'call'>, query: string) =>
      operate(server, 'cms.findResource', { query, resourceType: 'page' })
    expect((await rowsIn(first)).size).toBe(0)
    expect((await find(first, 'sourdough')).body).toMatchObject({ data: { matches: [{ id: pageId }] } })
    const before = await rowsIn(first)
    expect(before.has(pageId)).toBe(true)
    await operate(
      first,
      'site.insertHtml',
      { parentId: pageId, html: '<section><h2>Rye in the evening</h2></section>' },
      { documentId: pageId },
    )
    expect(await rowsIn(first)).toEqual(before)
    expect((await find(first, 'evening')).body).toMatchObject({ data: { matches: [{ id: pageId }] } })
    const after = await rowsIn(first)
    expect([...after].filter(([id, head]) => before.get(id) !== head).map(([id]) => id)).toEqual([pageId])
    const { cookie } = first
    await first.close()

    const again = await startTestServer(env)
    const call: TestServer['call'] = (method, path, body, headers) =>
      again.call(method, path, body, { cookie, ...headers })
    expect((await find({ call }, 'rye evening')).body).toMatchObject({ data: { matches: [{ id: pageId }] } })
    expect(await rowsIn(again)).toEqual(after)
    await again.close()
    remove()
  })
})
