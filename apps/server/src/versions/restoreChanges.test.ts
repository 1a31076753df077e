import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { startTestServer } from '../../testing/server.ts'

const Written = Type.Object({
  changeSetId: Type.String(),
  data: Type.Object({ nodeIds: Type.Optional(Type.Array(Type.String())) }),
})
const Compared = Type.Object({
  documents: Type.Array(
    Type.Object({
      documentId: Type.String(),
      lines: Type.Array(Type.Object({ label: Type.String(), part: Type.String() })),
    }),
  ),
})

test('one change of several is taken back over HTTP, since a version and of a change set, and that can be undone', async () => {
  const server = await startTestServer()
  const { id } = await firstProject(server)
  const api = `/api/projects/${id}`
  const operate = async (name: string, input: object, documentId?: string) =>
    (await server.call('POST', `${api}/operations/site.${name}`, { input, documentId })).body
  const made = await operate('addPage', { title: 'Bakery' })
  const { pageId } = Value.Parse(Type.Object({ data: Type.Object({ pageId: Type.String() }) }), made).data
  const html = async () => JSON.stringify(await operate('read_document', {}, pageId))
  const version = await server.call('POST', `${api}/versions`, { name: 'First' })
  const { id: versionId } = Value.Parse(Type.Object({ id: Type.String() }), version.body)

  const first = Value.Parse(
    Written,
    await operate('insertHtml', { parentId: pageId, html: '<p class="one">One</p><p class="two">Two</p>' }),
  )
  const partsOf = async () => {
    const { body } = await server.call('GET', `${api}/versions/${versionId}/changes`)
    const { documents } = Value.Parse(Compared, body)
    return documents.flatMap(({ documentId, lines }) => lines.map((line) => ({ documentId, ...line })))
  }
  const [one] = (await partsOf()).filter(({ label }) => label === 'p.one')
  const [two] = (await partsOf()).filter(({ label }) => label === 'p.two')
  const changes = (line: typeof one) => [{ documentId: line?.documentId, part: line?.part }]

  const back = await operate('restoreChanges', { versionId, changes: changes(one) })
  expect(back).toMatchObject({ ok: true, data: { documents: [pageId], kept: [] } })
  expect(await html()).not.toContain('One')
  expect(await html()).toContain('Two')

  const { changeSetId } = first
  expect(await operate('restoreChanges', { changeSetId, changes: changes(one) })).toMatchObject({
    data: { restored: 0 },
  })
  const second = Value.Parse(
    Type.Object({ changeSetId: Type.String() }),
    await operate('restoreChanges', { changeSetId, changes: changes(two) }),
  )
  expect(await html()).not.toContain('Two')
  await server.call('POST', `${api}/changes/${second.changeSetId}/undo`)
  expect(await html()).toContain('Two')
  expect(await html()).not.toContain('One')

  expect(await operate('restoreChanges', { changes: changes(one) })).toMatchObject({ error: { code: 'invalid_input' } })
  expect(await operate('restoreChanges', { versionId: 'none', changes: changes(one) })).toMatchObject({
    error: { code: 'unknown_version' },
  })
  await server.close()
})
