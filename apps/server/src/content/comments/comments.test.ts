import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../../testing/databases.ts'
import { join, type Member, newProject } from '../../../testing/people.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'

const Answer = Type.Object({
  ok: Type.Boolean(),
  data: Type.Optional(Type.Unknown()),
  error: Type.Optional(Type.Object({ code: Type.String() })),
})
const Comments = Type.Object({
  comments: Type.Array(Type.Object({ id: Type.String(), text: Type.String(), resolved: Type.Boolean() })),
})
const Told = Type.Object({ id: Type.String(), told: Type.Integer() })

describe.each(databasesBySuite())('comments and notes, on $name', (database) => {
  let server: TestServer
  let projectId = ''
  let place: Awaited<ReturnType<(typeof database)['place']>>
  let editor: Member
  let reviewer: Member
  let viewer: Member

  type Call = TestServer['call']
  const act = async (call: Call, name: string, input: object) =>
    (await call('POST', `/api/projects/${projectId}/operations/content.${name}`, { input })).body
  const done = async (call: Call, name: string, input: object) => {
    const answer = Value.Parse(Answer, await act(call, name, input))
    expect(answer).toMatchObject({ ok: true })
    return answer.data
  }
  const notes = (call: Call) => done(call, 'listNotes', {})
  const entry = { model: 'post', entryId: 'rye' }

  beforeAll(async () => {
    place = await database.place()
    const { dataDir, databaseUrl } = place
    server = await startTestServer({ ATELIER_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) })
    projectId = await newProject(server, 'Bakery')
    const person = (name: string) =>
      join(server, { email: `${name}@example.com`, role: 'member', projects: [{ projectId, role: name }] })
    editor = await person('editor')
    reviewer = await person('reviewer')
    viewer = await person('viewer')
    const post = { id: 'post', fields: { title: { type: 'string', required: true } } }
    await done(server.call, 'init_project', {
      locales: ['en', 'tr'],
      domains: ['blog'],
      workflow: 'review',
      models: [post],
    })
    await done(server.call, 'save_content', { model: 'post', data: { rye: { title: 'Rye' }, oat: { title: 'Oat' } } })
  })
  afterAll(async () => {
    await server.close()
    await place.remove()
  })

  test('a comment on a field is read by all, and noted for those who have worked on the entry', async () => {
    const said = { ...entry, locale: 'en', field: 'title', text: ' Which rye? ' }
    expect(Value.Parse(Told, await done(reviewer.call, 'addComment', said)).told).toBe(1)
    expect(await done(viewer.call, 'listComments', entry)).toMatchObject({
      comments: [{ text: 'Which rye?', locale: 'en', field: 'title', author: reviewer.id, resolved: false }],
    })
    expect(await notes(server.call)).toMatchObject({
      unseen: 1,
      notes: [{ model: 'post', entryId: 'rye', title: 'Rye', seen: false, comment: { text: 'Which rye?' } }],
    })
    expect(await notes(editor.call)).toEqual({ notes: [], unseen: 0 })
    // The reviewer, who has asked, gets a note of the answer.
    await done(server.call, 'addComment', { ...entry, text: 'The dark one.' })
    expect(await notes(reviewer.call)).toMatchObject({ unseen: 1, notes: [{ comment: { text: 'The dark one.' } }] })
  })

  test('it is resolved and opened again, and a note is seen once', async () => {
    const [first] = Value.Parse(Comments, await done(server.call, 'listComments', entry)).comments
    const commentId = first?.id ?? ''
    await done(reviewer.call, 'resolveComment', { ...entry, commentId })
    expect(await done(server.call, 'listComments', entry)).toMatchObject({ comments: [{ resolved: true }, {}] })
    expect(await notes(server.call)).toMatchObject({ unseen: 0, notes: [{ seen: false }] })
    await done(reviewer.call, 'resolveComment', { ...entry, commentId, resolved: false })
    await done(server.call, 'markNotesSeen', { commentIds: [commentId] })
    expect(await notes(server.call)).toMatchObject({ unseen: 0, notes: [{ seen: true }] })
    const elsewhere = { model: 'post', entryId: 'oat', commentId }
    expect(await act(server.call, 'resolveComment', elsewhere)).toMatchObject({ error: { code: 'unknown_comment' } })
  })

  test('who only reads does not comment, and only reviewers request changes', async () => {
    expect(await act(viewer.call, 'addComment', { ...entry, text: 'x' })).toMatchObject({
      error: { code: 'not_allowed' },
    })
    expect(await act(server.call, 'addComment', { ...entry, field: 'none', text: 'x' })).toMatchObject({
      error: { code: 'unknown_field' },
    })
    const saved = await done(editor.call, 'save_content', { model: 'post', data: { oat: { title: 'Oats' } } })
    const { branch } = Value.Parse(Type.Object({ branch: Type.String() }), saved)
    const request = { branch, text: 'One oat is enough.' }
    expect(await act(editor.call, 'requestChanges', request)).not.toMatchObject({ ok: true })
    expect(Value.Parse(Told, await done(reviewer.call, 'requestChanges', request)).told).toBe(1)
    expect(await notes(editor.call)).toMatchObject({
      unseen: 1,
      notes: [{ comment: { kind: 'request', text: 'One oat is enough.' }, branchId: expect.any(String) }],
    })
    const [asked] = Value.Parse(Comments, await done(editor.call, 'listComments', { of: branch })).comments
    await done(editor.call, 'resolveComment', { of: branch, commentId: asked?.id })
    expect(await notes(editor.call)).toMatchObject({ unseen: 0 })
    await done(reviewer.call, 'merge_branch', { branch })
    expect(await act(reviewer.call, 'requestChanges', request)).toMatchObject({ error: { code: 'branch_closed' } })
  })

  test('a deleted entry takes its notes out of sight, and a restored one brings them back', async () => {
    await done(server.call, 'delete_content', { model: 'post', entryIds: ['rye'] })
    expect(await notes(reviewer.call)).toEqual({ notes: [], unseen: 0 })
    const Bin = Type.Object({ entries: Type.Array(Type.Object({ documentId: Type.String() })) })
    const [deleted] = Value.Parse(Bin, await done(server.call, 'listBin', {})).entries
    await done(server.call, 'restoreEntry', { documentId: deleted?.documentId })
    expect(await notes(reviewer.call)).toMatchObject({ notes: [{ entryId: 'rye' }] })
  })
})
