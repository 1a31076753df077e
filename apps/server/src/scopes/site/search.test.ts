import { expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { startTestServer } from '../../testing/server.ts'

test('a program finds icons of the installed sets', async () => {
  const server = await startTestServer()
  const { id } = await firstProject(server)
  const { body } = await server.call('POST', `/api/projects/${id}/operations/site.searchIcons`, {
    input: { queries: "[{query: 'truck', count: 2}]" },
  })
  expect(body).toMatchObject({
    ok: true,
    data: {
      totalIcons: 2,
      results: [{ query: 'truck', icons: [{ set: 'lucide', name: 'truck' }, { set: 'heroicons' }] }],
    },
  })
  await server.close()
})
