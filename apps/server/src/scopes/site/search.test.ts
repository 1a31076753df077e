import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { startTestServer } from '../../../testing/server.ts'

const Drawn = Type.Object({
  changeSetId: Type.String(),
  data: Type.Object({ results: Type.Array(Type.Object({ images: Type.Array(Type.Object({ url: Type.String() })) })) }),
})

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

test('a program gets drawings where no service for pictures is set up, and undoes them', async () => {
  const server = await startTestServer()
  const { id } = await firstProject(server)
  const call = (name: string, input: object) =>
    server.call('POST', `/api/projects/${id}/operations/site.${name}`, { input })
  const { body } = await call('searchImages', { queries: [{ query: 'fresh bread in the morning', count: 2 }] })
  expect(body).toMatchObject({
    ok: true,
    data: {
      service: 'sketch',
      note: expect.stringContaining('stand in'),
      totalImages: 2,
      results: [{ images: [{ width: 1200 }, {}] }],
    },
    changeSetId: expect.any(String),
  })
  const { data, changeSetId } = Value.Parse(Drawn, body)
  const shown = await server.request(`/api/projects/${id}/files${data.results[0]?.images[0]?.url}`, {
    headers: { cookie: server.cookie },
  })
  expect(shown.headers.get('content-type')).toContain('image/svg+xml')
  await server.call('POST', `/api/projects/${id}/changes/${changeSetId}/undo`)
  expect((await call('list_media', {})).body).toMatchObject({ data: { total: 0 } })
  await server.close()
})
