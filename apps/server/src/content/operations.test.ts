import { queryBuilder } from '@atelier/streams'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../testing/ai.ts'
import { join } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { Tables } from '../database/tables.ts'

let server: TestServer
let projectId = ''
let editor = ''
let reviewer = ''

const call = async (name: string, input: object, cookie = server.cookie, focus: object = {}) =>
  (await server.call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input, ...focus }, { cookie }))
    .body as { ok: boolean; data?: never; error?: { code: string; message: string }; changeSetId?: string }

beforeAll(async () => {
  server = await startTestServer()
  projectId = (await firstProject(server)).id
  const person = async (role: string) =>
    (await join(server, { email: `${role}@example.com`, role: 'member', projects: [{ projectId, role }] })).cookie
  editor = await person('editor')
  reviewer = await person('reviewer')
})
afterAll(() => server.close())

const post = {
  id: 'post',
  name: 'Post',
  kind: 'document',
  domain: 'blog',
  i18n: true,
  title_field: 'title',
  fields: { title: { type: 'string', required: true }, tags: { type: 'array', items: 'string' } },
}

describe('content over HTTP', () => {
  test('is set up, gets a model and an entry, and is undone', async () => {
    expect(await call('save_content', { model: 'post', data: {} })).toMatchObject({
      ok: false,
      error: { code: 'wrong_phase', message: expect.stringContaining('not initialized') },
    })
    expect(await call('init_project', { stack: 'other', locales: ['en', 'tr'], domains: ['blog'] })).toMatchObject({
      ok: true,
    })
    expect(await call('save_model', post)).toMatchObject({ ok: true, data: { merged: true } })
    const saved = await call('save_content', {
      model: 'post',
      slug: 'hello',
      body: 'First.\n\nSecond.',
      data: { title: 'Hello' },
    })
    expect(saved).toMatchObject({ ok: true, data: { merged: true, entries: [{ id: 'hello', settled: true }] } })
    const changes = await server.call('GET', `/api/projects/${projectId}/content/changes`)
    expect(changes.body).toMatchObject({ seq: 3, affected: { models: ['post'], snapshotChanged: true } })
    // A partial save neither loses a field nor clears the body.
    expect(await call('save_content', { model: 'post', slug: 'hello', data: { tags: ['a'] } })).toMatchObject({
      ok: true,
    })
    const store = server.services.content.reader(projectId)
    expect((await store.entry('post', 'hello'))?.settled?.locales.en?.values).toEqual({
      title: 'Hello',
      tags: ['a'],
      body: 'First.\n\nSecond.',
    })
  })

  test('an editor’s work waits on a branch where the workflow is review, and a reviewer may not write', async () => {
    const reader = server.services.content.reader(projectId)
    expect(await call('save_content', { model: 'post', slug: 'hello', data: { title: 'No' } }, reviewer)).toMatchObject(
      {
        error: { code: 'forbidden' },
      },
    )
    const schema = await reader.schema()
    expect(schema?.config.workflow).toBe('auto-merge')
    expect(await call('save_content', { model: 'post', slug: 'hello', data: { title: 'Hi' } }, editor)).toMatchObject({
      ok: true,
      data: { merged: true },
    })
    expect((await reader.entry('post', 'hello'))?.title).toBe('Hi')
  })

  test('a branch is merged at the time that was set, and a conflict at that time leaves it open without one', async () => {
    const merged = async (title: string, between: () => Promise<void>) => {
      const branch = await call('createBranch', { title })
      const branchId = (branch.data as unknown as { id: string }).id
      const input = { model: 'post', slug: 'hello', data: { title } }
      const on = await server.call(
        'POST',
        `/api/projects/${projectId}/operations/content.save_content`,
        { input, focus: { branchId } },
        { cookie: server.cookie },
      )
      expect(on.body).toMatchObject({ ok: true, data: { merged: false } })
      await between()
      const { branches } = await server.services.content.state(projectId)
      const { name } = branches.find(({ id }) => id === branchId) ?? { name: '' }
      // Far enough ahead for a slow machine to set it.
      const at = Date.now() + 1_500
      const scheduled = await call('scheduleBranch', { branch: name, at: new Date(at).toISOString() })
      expect(scheduled).toMatchObject({ ok: true })
      await new Promise((resolve) => setTimeout(resolve, at + 20 - Date.now()))
      await server.services.contentScheduler.run()
      const after = await server.services.content.state(projectId)
      return after.branches.find(({ id }) => id === branchId)
    }
    const reader = server.services.content.reader(projectId)
    const first = await merged('On time', async () => {})
    expect(first).toMatchObject({ state: 'merged' })
    expect((await reader.entry('post', 'hello'))?.title).toBe('On time')
    const second = await merged('Theirs', async () => {
      await call('save_content', { model: 'post', slug: 'hello', data: { title: 'Meanwhile' } })
    })
    expect(second).toMatchObject({ state: 'open' })
    expect(second?.mergeAt).toBeUndefined()
    expect((await reader.entry('post', 'hello'))?.title).toBe('Meanwhile')
  })

  test('a submission becomes a draft in the locale of its form, and is approved only with it', async () => {
    const db = queryBuilder<Tables>('sqlite')
    await server.services.database.transact(function* () {
      const row = {
        project_id: projectId,
        model_id: 'post',
        state: 'pending',
        data: '{"title":"Merhaba"}',
        created_at: 1,
      }
      const rest = { entry_id: null, decided_by: null, decided_at: null, locale: 'en' }
      yield db
        .insertInto('submissions')
        .values({ id: 's1', ...row, ...rest })
        .compile()
      yield db
        .insertInto('submissions')
        .values({ id: 's2', ...row, ...rest })
        .compile()
    })
    expect(await call('list_submissions', {}, reviewer)).toMatchObject({ data: { total: 2 } })
    expect(await call('approve_submission', { submissionId: 's1' }, editor)).toMatchObject({
      error: { code: 'forbidden' },
    })
    const approved = await call('approve_submission', { submissionId: 's1' }, reviewer)
    expect(approved).toMatchObject({ ok: true, data: { entryId: expect.stringContaining('merhaba') } })
    expect(await call('list_submissions', { status: 'approved' })).toMatchObject({ data: { total: 1 } })
    expect(await call('approve_submission', { submissionId: 's1' }, reviewer)).toMatchObject({
      error: { code: 'already_decided' },
    })
    const undone = await server.services.documents.undo(approved.changeSetId ?? '', { kind: 'hand', userId: 'x' })
    expect(undone).toMatchObject({ ok: true })
    expect(await call('list_submissions', {})).toMatchObject({ data: { total: 2 } })
    expect(await call('reject_submission', { submissionId: 's2' }, reviewer)).toMatchObject({ ok: true })
    expect(await call('reject_submission', { submissionId: 's2' }, reviewer)).toMatchObject({
      error: { code: 'already_decided' },
    })
  })

  test('a file of the library is described in several languages and found by it', async () => {
    expect(await call('upload_media', { url: 'http://169.254.169.254/x.png' })).toMatchObject({
      error: { code: 'not_uploaded' },
    })
    expect(await call('search_media', {})).toMatchObject({ ok: true })
  })
})
