import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, newSession, settled, startRun } from '../../testing/ai.ts'
import { scriptedModel, useModel } from '../../testing/approvals.ts'
import { measured } from '../../testing/parts.ts'
import { operation } from '../../testing/projects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const LONG = 200_000
const Made = Type.Object({ data: Type.Object({ documentId: Type.String() }) })
const Folder = Type.Object({ data: Type.Object({ folderId: Type.String() }) })
const Listed = Type.Object({ parts: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })) })

let server: TestServer
let projectId = ''
beforeAll(async () => {
  server = await startTestServer({ ATELIER_KERNELS: '1' })
  projectId = (await firstProject(server)).id
})
afterAll(() => server.close())

const call = async (name: string, input: object) =>
  (await server.call('POST', `/api/projects/${projectId}/operations/dashboard.${name}`, { input })).body
const listed = async () =>
  Value.Parse(Listed, (await server.call('GET', `/api/projects/${projectId}/parts`)).body).parts.map(({ name }) => name)

test('documents and folders are made, found, renamed, moved and deleted', async () => {
  const { documentId } = Value.Parse(Made, await call('createDocument', { name: 'Lid', branchId: 'main' })).data
  const { folderId } = Value.Parse(Folder, await call('createFolder', { name: 'Boxes' })).data
  expect(await call('listFolders', {})).toMatchObject({ data: { folders: [{ folderId, name: 'Boxes' }], count: 1 } })
  expect(await call('renameDocument', { documentId, newName: 'Cover' })).toMatchObject({ ok: true })
  expect(await call('moveDocument', { documentId, folderId })).toMatchObject({ ok: true, data: { folderId } })
  const cover = { documentId, name: 'Cover', type: 'part', folderId }
  expect(await call('searchDocuments', { query: 'cov' })).toMatchObject({ data: { documents: [cover], count: 1 } })
  expect(await call('listDocuments', { folderId })).toMatchObject({ data: { documents: [cover] } })
  expect(await call('openDocument', { documentId })).toMatchObject({
    data: { url: `/projects/${projectId}/parts/${documentId}`, navigated: false },
  })
  expect(await call('renameFolder', { folderId, newName: 'Cases' })).toMatchObject({ ok: true })
  expect(await call('deleteFolder', { folderId })).toMatchObject({ ok: false, error: { code: 'has_dependents' } })
  expect(await call('moveDocument', { documentId, folderId: null })).toMatchObject({ ok: true })
  expect(await listed()).toEqual(['Cover'])
  expect(await call('createDocument', { name: 'A', branchId: 'other' })).toMatchObject({ error: { code: 'not_found' } })
  expect(await call('createDocument', { name: 'A', type: 'assembly' })).toMatchObject({ ok: false })
  expect(await call('renameDocument', { documentId: 'none', newName: 'A' })).toMatchObject({
    error: { code: 'not_found' },
  })
})

test(
  'one run in the conversation of a page makes a part, models it and puts it on the page; one undo takes all back',
  async () => {
    const before = await listed()
    const { rootNodeId, pageId } = await operation(server, projectId, 'addPage', { title: 'Plate' })
    const partOf = (read: string) => /createDocument[\s\S]*?documentId\W+([\w-]+)/.exec(read)?.[1] ?? ''
    let partId = ''
    const model = await scriptedModel([
      [['dashboard.createDocument', { name: 'Plate' }]],
      (read) => {
        partId = partOf(read)
        return [['part.createBox', { width: 40, depth: 30, height: 10 }]]
      },
      () => [
        [
          'insertHtml',
          { parentId: rootNodeId, html: `<atelier-part part="${partId}"><img alt="A plate"></atelier-part>` },
        ],
      ],
    ])
    await useModel(server, model.url)
    const session = await newSession(server, { documentId: pageId })
    const runId = await startRun(server, session, 'Make a plate and show it here')
    const { runs, messages } = await settled(server, session, LONG)
    expect(runs).toMatchObject([{ status: 'complete' }])
    const results = messages.flatMap(({ toolResult }) => (toolResult ? [toolResult] : []))
    expect(results).toEqual([1, 2, 3].map(() => expect.objectContaining({ ok: true })))
    expect((await measured(server, partId)).volume).toBeCloseTo(12_000, 6)
    expect(await listed()).toEqual([...before, 'Plate'])
    expect((await server.call('POST', `/api/projects/${projectId}/publish`)).body).toMatchObject({
      report: { problems: [] },
    })
    await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
    expect(await listed()).toEqual(before)
    const read = await server.call('POST', `/api/projects/${projectId}/operations/site.read_document`, {
      input: {},
      documentId: pageId,
    })
    expect(JSON.stringify(read.body)).not.toContain('atelier-part')
    await model.close()
  },
  LONG,
)
