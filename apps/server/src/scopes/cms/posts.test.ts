import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject, newSession, startRun } from '../../../testing/ai.ts'
import { ended, operate, questions, serverWithModel } from '../../../testing/approvals.ts'

const Wrote = Type.Object({ changeSetId: Type.String() })

let served: Awaited<ReturnType<typeof serverWithModel>>
beforeAll(async () => {
  served = await serverWithModel()
})
afterAll(() => served.close())

const call = async (name: string, input: object) => (await operate(served.server, `cms.${name}`, input)).body
const undo = async (body: unknown) => {
  const { id } = await firstProject(served.server)
  const { changeSetId } = Value.Parse(Wrote, body)
  expect(await served.server.call('POST', `/api/projects/${id}/changes/${changeSetId}/undo`)).toMatchObject({
    status: 200,
  })
}

test('a project without posts says how to get them, and one call makes content, model and route', async () => {
  const { server } = served
  expect(await call('listPosts', {})).toMatchObject({
    ok: false,
    error: { code: 'no_posts', hint: expect.stringContaining('cms.setUpPosts') },
  })
  const made = await call('setUpPosts', {})
  expect(made).toMatchObject({ ok: true, data: { collectionSlug: 'post', route: 'blog', merged: true } })
  expect((await operate(server, 'site.list_post_types', {})).body).toMatchObject({
    data: { postTypes: [{ slug: 'post', routeBase: 'blog' }] },
  })
  // All of it was one commit.
  await undo(made)
  expect(await call('listPosts', {})).toMatchObject({ ok: false, error: { code: 'no_posts' } })
  expect(await call('setUpPosts', {})).toMatchObject({ ok: true })
  expect(await call('setUpPosts', {})).toMatchObject({ ok: false, error: { code: 'model_exists' } })
  expect((await operate(server, 'site.addEntryPages', { model: 'post' })).body).toMatchObject({ ok: true })
})

describe('a post', () => {
  test('is written as a draft, and what the collection has no field for is said', async () => {
    const made = await call('createPost', {
      title: 'New bread',
      excerpt: 'Rye from Monday on.',
      category: 'News',
      author: 'Ada',
      content: { body: 'It is **dark**.', tags: ['bread', 'rye'] },
    })
    expect(made).toMatchObject({
      ok: true,
      data: {
        post: { slug: 'new-bread', status: 'draft', collectionSlug: 'post', address: '/blog/new-bread/' },
        saved: expect.arrayContaining(['title', 'summary', 'tags', 'body']),
        merged: true,
      },
      warnings: expect.arrayContaining([
        expect.stringContaining('no field for the category'),
        expect.stringContaining('no field for the author'),
      ]),
    })
    expect(await call('getPost', { postSlug: 'New Bread' })).toMatchObject({
      ok: true,
      data: {
        post: {
          slug: 'new-bread',
          status: 'draft',
          excerpt: 'Rye from Monday on.',
          tags: ['bread', 'rye'],
          content: { body: 'It is **dark**.' },
        },
      },
    })
    expect(await call('createPost', { title: 'New bread' })).toMatchObject({
      ok: false,
      error: { code: 'slug_taken', path: '/slug' },
    })
    expect(await call('listPosts', {})).toMatchObject({
      data: { total: 0 },
      warnings: [expect.stringContaining('all')],
    })
    expect(await call('listPosts', { status: 'draft' })).toMatchObject({ data: { posts: [{ slug: 'new-bread' }] } })
  })

  test('is changed field by field, cleared with null, and an undo gives back what was there', async () => {
    const before = await call('getPost', { postSlug: 'new-bread' })
    const changed = await call('updatePost', {
      postSlug: 'new-bread',
      updates: { title: 'Dark bread', excerpt: null, content: { tags: null } },
    })
    expect(changed).toMatchObject({
      ok: true,
      data: { changed: ['title', 'summary', 'tags'], post: { title: 'Dark bread' } },
    })
    const now = await call('getPost', { postSlug: 'new-bread' })
    expect(now).toMatchObject({ data: { post: { title: 'Dark bread', content: { body: 'It is **dark**.' } } } })
    expect(now).not.toHaveProperty('data.post.excerpt')
    await undo(changed)
    const after = await call('getPost', { postSlug: 'new-bread' })
    expect(fieldsOf(after)).toEqual(fieldsOf(before))
  })

  test('gets another slug together with another title in one commit', async () => {
    const changed = await call('updatePost', { postSlug: 'new-bread', updates: { slug: 'rye', title: 'Rye' } })
    expect(changed).toMatchObject({ ok: true, data: { post: { slug: 'rye', address: '/blog/rye/' } } })
    expect(await call('getPost', { postSlug: 'rye' })).toMatchObject({ data: { post: { title: 'Rye' } } })
    await undo(changed)
    expect(await call('getPost', { postSlug: 'rye' })).toMatchObject({ ok: false, error: { code: 'unknown_post' } })
    expect(await call('getPost', { postSlug: 'new-bread' })).toMatchObject({ data: { post: { title: 'New bread' } } })
  })

  test('is named wrongly, and the answer names the one that is meant', async () => {
    expect(await call('getPost', { postSlug: 'new-bred' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_post', path: '/postSlug', hint: expect.stringContaining('new-bread') },
    })
    expect(await call('listPosts', { collectionSlug: 'posst' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_collection', hint: expect.stringContaining('post') },
    })
    expect(await call('updatePost', { postSlug: 'new-bread', updates: {} })).toMatchObject({
      ok: false,
      error: { code: 'no_updates', hint: expect.stringContaining('excerpt') },
    })
    expect(await call('updatePost', { postSlug: 'new-bread', updates: { featuredImage: 'a loaf' } })).toMatchObject({
      ok: false,
      error: { code: 'unknown_image', hint: expect.stringContaining('findImage') },
    })
    expect(await call('listPosts', { category: 'News' })).toMatchObject({ ok: false, error: { code: 'no_category' } })
  })

  test('is published by a yes of the person alone, whatever the model sends, and then archived', async () => {
    const { server, model } = served
    const id = await newSession(server, { scope: 'cms' })
    model.add([['publishPost', { postSlug: 'new-bread', confirmed: true }]], 'It is published.')
    await startRun(server, id, 'Publish the post about the new bread')
    const [asked] = await questions(server, id)
    expect(asked).toMatchObject({
      operation: 'cms.publishPost',
      message: 'Publish the post “New bread” (post/new-bread). It goes online by itself.',
    })
    expect(await call('listPosts', {})).toMatchObject({ data: { total: 0 } })
    await startRun(server, id, 'yes', { whenBusy: 'steer' })
    await ended(server, id)
    expect(await call('listPosts', {})).toMatchObject({ data: { posts: [{ slug: 'new-bread', status: 'published' }] } })
    expect(await call('archivePost', { postSlug: 'new-bread' })).toMatchObject({
      ok: true,
      data: { post: { status: 'archived' } },
      warnings: ['It goes online by itself.'],
    })
    expect(await call('listPosts', { status: 'archived' })).toMatchObject({ data: { total: 1 } })
  })

  test('is deleted and brought back by undo', async () => {
    const gone = await call('deletePost', { postSlug: 'new-bread' })
    expect(gone).toMatchObject({ ok: true, data: { slug: 'new-bread', merged: true } })
    expect(await call('getPost', { postSlug: 'new-bread' })).toMatchObject({ ok: false })
    await undo(gone)
    expect(await call('getPost', { postSlug: 'new-bread' })).toMatchObject({ ok: true })
  })
})

test('entries of any collection are listed and read', async () => {
  const { server } = served
  const person = { id: 'person', fields: { name: 'string', role: 'string' }, title_field: 'name' }
  expect((await operate(server, 'content.save_model', person)).body).toMatchObject({ ok: true })
  const data = { new: { name: 'Ada', role: 'Baker' } }
  expect((await operate(server, 'content.save_content', { model: 'person', data })).body).toMatchObject({ ok: true })
  const listed = await call('getCollectionEntries', { collectionId: 'person', includeContent: true })
  expect(listed).toMatchObject({ data: { entries: [{ title: 'Ada', content: { role: 'Baker' } }], total: 1 } })
  const Entries = Type.Object({ data: Type.Object({ entries: Type.Array(Type.Object({ entryId: Type.String() })) }) })
  const [entry] = Value.Parse(Entries, listed).data.entries
  expect(await call('getEntryContent', { entryId: entry?.entryId })).toMatchObject({
    ok: true,
    data: { entryId: entry?.entryId, content: { name: 'Ada', role: 'Baker' } },
  })
  expect(await call('getEntryContent', { entryId: 'person/nobody' })).toMatchObject({ ok: false })
  expect(await call('getCollectionEntries', { collectionId: 'persons' })).toMatchObject({
    error: { code: 'unknown_collection', hint: expect.stringContaining('person') },
  })
})

const Fields = Type.Object({ data: Type.Object({ post: Type.Object({ fields: Type.Unknown() }) }) })
const fieldsOf = (body: unknown) => Value.Parse(Fields, body).data.post.fields
