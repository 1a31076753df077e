import { queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { startTestServer } from '../../testing/server.ts'

test('the pages of a project are found without reading its entries', async () => {
  const server = await startTestServer()
  const { id } = await firstProject(server)
  const { database } = server.services
  const plan = sql<{ detail: string }>`explain query plan select id, head from documents
    where project_id = ${id} and deleted_at is null and kind in ('page') order by id`
  const rows = await database.read(rowsOf(plan.compile(queryBuilder(database.dialect))))
  expect(rows.map(({ detail }) => detail).join()).toContain('documents_by_kind')
  await server.close()
})
