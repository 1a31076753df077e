import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstProject, Id } from '../../testing/ai.ts'
import { png, upload } from '../../testing/media.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const day = 86_400_000
const File = Type.Object({ id: Type.String(), hash: Type.String() })
const Version = Type.Object({ id: Type.String() })

let server: TestServer
let projectId: string
let siteId: string
beforeAll(async () => {
  server = await startTestServer()
  const project = await firstProject(server)
  projectId = project.id
  siteId = project.siteDocumentId
})
afterAll(() => server.close())

let shade = 0
const add = async () => {
  shade += 1
  const { body } = await upload(server, projectId, `${shade}.png`, png(900, 600, [shade, 0, 0]))
  return Value.Parse(File, body)
}
const remove = async ({ id }: { id: string }) => {
  const { body } = await server.call('POST', `/api/projects/${projectId}/operations/site.deleteMedia`, {
    input: { mediaId: id },
  })
  expect(body).toMatchObject({ ok: true })
}
const kept = () => readdirSync(join(server.config.dataDir, 'media', projectId)).filter((name) => /^\w{64}$/.test(name))

test('bytes go 30 days after nothing can bring them back; what a version has stays', async () => {
  const { services } = server
  const [used, dropped, inVersion] = [await add(), await add(), await add()]
  expect((await server.call('POST', `/api/projects/${projectId}/publish`)).status).toBe(201)
  const version = await server.call('POST', `/api/projects/${projectId}/versions`, { name: 'Kept' })
  await remove(inVersion)
  for (const { id } of await services.versions.list(projectId)) {
    if (id !== Value.Parse(Version, version.body).id) await services.versions.remove(projectId, id)
  }
  const late = await add()
  await remove(late)
  await services.documents.compact(siteId)
  const before = kept()
  expect(before).toEqual(expect.arrayContaining([used.hash, dropped.hash, inVersion.hash, late.hash]))

  const now = Date.now()
  expect((await services.maintenance.pass(now)).media).toBe(0)
  expect((await services.maintenance.pass(now + 29 * day)).media).toBe(0)
  expect(kept()).toEqual(expect.arrayContaining(before))
  // Until then the deletion itself could be undone.
  expect((await services.maintenance.pass(now + 31 * day)).changeSets).toBeGreaterThan(0)
  expect(kept()).toEqual(expect.arrayContaining([used.hash, dropped.hash, inVersion.hash, late.hash]))
  expect((await services.maintenance.pass(now + 62 * day)).media).toBeGreaterThan(0)
  expect(kept()).not.toContain(late.hash)
  const smaller = await services.variants.hashes(projectId, used.hash)
  expect(smaller).not.toEqual([])
  expect(kept()).toEqual(expect.arrayContaining([used.hash, dropped.hash, inVersion.hash, ...smaller]))

  await server.call('DELETE', `/api/projects/${projectId}/versions/${Value.Parse(Version, version.body).id}`)
  await remove(dropped)
  await services.documents.compact(siteId)
  await services.maintenance.pass(now + 70 * day)
  const answer = await upload(server, projectId, 'again.png', png(900, 600, [2, 0, 0]))
  expect(answer.body).toMatchObject({ hash: dropped.hash })
  await services.maintenance.pass(now + 110 * day)
  expect(kept()).toContain(dropped.hash)
})

test('the folders of a project that is no more go; those of others stay', async () => {
  const made = Value.Parse(Id, (await server.call('POST', '/api/projects', { name: 'Short-lived' })).body)
  await upload(server, made.id, 'a.png', png(20, 20))
  const folders = (id: string) => [
    join(server.config.dataDir, 'media', id),
    join(server.config.dataDir, 'projects', id),
  ]
  for (const id of [made.id, projectId])
    mkdirSync(join(server.config.dataDir, 'projects', id, 'packages'), { recursive: true })
  await server.services.maintenance.pass()
  expect(folders(made.id).map((path) => existsSync(path))).toEqual([true, true])
  expect((await server.call('DELETE', `/api/projects/${made.id}`)).status).toBe(204)
  expect((await server.services.maintenance.pass()).folders).toBe(2)
  expect(folders(made.id).map((path) => existsSync(path))).toEqual([false, false])
  expect(folders(projectId).map((path) => existsSync(path))).toEqual([true, true])
})

test('what a cut upload left goes after a start; one that is at work stays', async () => {
  const folder = join(server.config.dataDir, 'media', projectId, '.incoming')
  mkdirSync(folder, { recursive: true })
  const [cut, atWork] = [join(folder, 'cut'), join(folder, 'at-work')]
  for (const path of [cut, atWork]) writeFileSync(path, 'half')
  utimesSync(cut, new Date(), new Date(Date.now() - 600_000))
  await server.services.maintenance.pass()
  expect([existsSync(cut), existsSync(atWork)]).toEqual([false, true])
})
