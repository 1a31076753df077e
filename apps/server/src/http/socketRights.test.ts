import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { operate } from '../../testing/approvals.ts'
import { join } from '../../testing/people.ts'
import { startTestServer, type TestServer, withoutGit } from '../../testing/server.ts'
import { openSyncTab } from '../../testing/syncTab.ts'

const roles = ['owner', 'admin', 'editor', 'viewer'] as const
/** A key of each kind that a tab would set, and one that it would delete. */
const kinds = {
  site: { set: ['settings/theme', 'dark'], deleted: 'settings/old' },
  page: { set: ['node/label', 'Mine'], deleted: 'node/label' },
  blueprint: { set: ['brief', 'A bakery'], deleted: 'design/primaryColor' },
  content: { set: ['config/workflow', 'auto-merge'], deleted: 'config/workflow' },
  entry: { set: ['en/title', 'Mine'], deleted: 'entry' },
  branch: { set: ['title', 'Mine'], deleted: 'state' },
} as const
const kindNames = ['site', 'page', 'blueprint', 'content', 'entry', 'branch'] as const
const writable = new Set<string>(['site', 'page', 'blueprint'])

describe.each(['auto-merge', 'review'] as const)('with the workflow %s', (workflow) => {
  const http = createServer()
  const tabs: { close(): void }[] = []
  const cookies = new Map<string, string>()
  let server: TestServer
  let url = ''
  let projectId = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    const address = http.address()
    const port = typeof address === 'object' && address ? address.port : 0
    server = await startTestServer({ PORT: String(port) }, { git: withoutGit })
    http.on('upgrade', server.upgrade)
    url = `ws://127.0.0.1:${port}/sync`
    projectId = (await firstProject(server)).id
    const models = [{ id: 'post', fields: { title: { type: 'string' } } }]
    await operate(server, 'content.init_project', { locales: ['en'], domains: ['blog'], workflow, models })
    await operate(server, 'content.save_content', { model: 'post', data: { hello: { title: 'Hello' } } })
    cookies.set('owner', server.cookie)
    const projects = (role: string) => [{ projectId, role }]
    cookies.set('admin', (await join(server, { email: 'admin@example.com', role: 'admin' })).cookie)
    for (const role of ['editor', 'viewer'] as const) {
      const member = { email: `${role}@example.com`, role: 'member', projects: projects(role) }
      cookies.set(role, (await join(server, member)).cookie)
    }
    const { documents } = server.services
    await documents.create({ projectId, kind: 'blueprint', id: 'plan', fields: { 'design/primaryColor': '#112233' } })
    await documents.create({ projectId, kind: 'branch', id: 'branch', fields: { name: 'cr/a', state: 'merged' } })
  })
  afterAll(async () => {
    for (const tab of tabs) tab.close()
    await server.close()
    http.close()
  })

  async function openTab(documentId: string, cookie: string) {
    const tab = openSyncTab(url, documentId, { cookie })
    tabs.push(tab)
    await expect.poll(() => tab.provider.synced, { timeout: 10_000 }).toBe(true)
    return tab
  }

  const fieldsOf = async (documentId: string) => (await server.services.documents.projection(documentId))?.fields

  const cases = roles.flatMap((role) => kindNames.map((kind) => ({ role, kind })))
  test.each(cases)('the $kind is written over the socket of the $role as its kind allows', async ({ role, kind }) => {
    const { documents } = server.services
    const [document] = await documents.list(projectId, [kind])
    const id = document?.id ?? expect.fail(`There is no ${kind}`)
    const { set, deleted } = kinds[kind]
    const [key, value] = set
    await documents.transact({
      projectId,
      origin: { kind: 'hand', userId: 'system' },
      source: 'merge',
      async body(drafts) {
        const draft = await drafts.open(id)
        if (writable.has(kind) && !draft?.has(deleted)) draft?.set(deleted, kind === 'page' ? 'Old' : '#112233')
        if (writable.has(kind) && key !== deleted) draft?.delete(key)
        return { result: null, commit: true }
      },
    })
    const before = await fieldsOf(id)
    expect(before).toHaveProperty([deleted])
    const tab = await openTab(id, cookies.get(role) ?? '')
    const writes = role !== 'viewer' && writable.has(kind)
    expect(tab.provider.authorizedScope).toBe(writes ? 'read-write' : 'readonly')
    let answers = 0
    tab.provider.on('message', () => {
      answers += 1
    })
    for (const edit of [() => tab.fields.set(key, value), () => tab.fields.delete(deleted)]) {
      const known = answers
      edit()
      await expect.poll(() => answers, { timeout: 10_000 }).toBeGreaterThan(known)
      if (writes) await expect.poll(() => tab.provider.hasUnsyncedChanges).toBe(false)
      else expect(await fieldsOf(id)).toEqual(before)
    }
    const { [deleted]: _, ...others } = before ?? {}
    if (writes) expect(await fieldsOf(id)).toEqual({ ...others, ...(key === deleted ? {} : { [key]: value }) })
    tab.close()
  })

  test('an entry that has lost its birth record is mended by the next edit, and can be deleted', async () => {
    const { documents, content } = server.services
    const stored = () => content.reader(projectId).entry('post', 'hello')
    const documentId = (await stored())?.documentId ?? expect.fail('There is no entry')
    const loseBirth = () =>
      documents.transact({
        projectId,
        origin: { kind: 'hand', userId: 'system' },
        source: 'merge',
        async body(drafts) {
          const draft = await drafts.open(documentId)
          draft?.delete('entry')
          return { result: null, commit: true }
        },
      })
    await loseBirth()
    const data = { hello: { title: 'Mended' } }
    expect((await operate(server, 'content.save_content', { model: 'post', data })).body).toMatchObject({ ok: true })
    expect((await stored())?.settled?.locales.en?.values).toEqual({ title: 'Mended' })
    expect(await fieldsOf(documentId)).toMatchObject({ entry: { model: 'post', id: 'hello' } })
    await loseBirth()
    const wanted = { model: 'post', entryIds: ['hello'] }
    expect((await operate(server, 'content.delete_content', wanted)).body).toMatchObject({ ok: true })
    expect(await stored()).toBeUndefined()
  })
})
