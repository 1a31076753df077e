import { describe, expect, it } from 'vitest'
import { createTestContent } from '../../../testing/project.ts'
import type { ModelFile } from '../../model/definition.ts'
import { create_document } from './createDocument.ts'
import { delete_document } from './deleteDocument.ts'
import { get_collection_schema } from './getCollectionSchema.ts'
import { get_document } from './getDocument.ts'
import { list_collections } from './listCollections.ts'
import { list_documents } from './listDocuments.ts'
import { list_media } from './listMedia.ts'
import { list_users } from './listUsers.ts'
import { search_documents } from './searchDocuments.ts'
import { set_active_collection } from './setActiveCollection.ts'
import { set_active_document } from './setActiveDocument.ts'
import { set_document_author } from './setDocumentAuthor.ts'
import { set_document_field } from './setDocumentField.ts'
import { set_document_fields } from './setDocumentFields.ts'
import { set_document_status } from './setDocumentStatus.ts'

const models: ModelFile[] = [
  {
    id: 'post',
    name: 'Post',
    kind: 'document',
    domain: 'blog',
    i18n: true,
    title_field: 'title',
    fields: {
      title: { type: 'string', required: true, max: 60 },
      author: { type: 'relation', model: 'author' },
    },
  },
  {
    id: 'author',
    name: 'Author',
    kind: 'collection',
    domain: 'blog',
    i18n: false,
    title_field: 'name',
    fields: { name: { type: 'string', required: true } },
  },
  {
    id: 'site',
    name: 'Site',
    kind: 'singleton',
    domain: 'blog',
    i18n: true,
    title_field: 'name',
    fields: { name: { type: 'string', required: true } },
  },
]

const blog = () => {
  const project = createTestContent({ models })
  project.addEntry('author', 'ada', { '*': { name: 'Ada' } })
  project.addEntry('site', 'main', { en: { name: 'Our site' } })
  return project
}

describe('models as collections and entries as documents', () => {
  it('are made, changed field by field, published, read, found and deleted', async () => {
    const project = blog()
    await project.run(create_document, { collection: 'post', id: 'hello', fields: { title: 'Hello', body: 'Of oak' } })
    expect(
      await project.call(create_document, { collection: 'post', id: 'hello', fields: { title: 'Again' } }),
    ).toMatchObject({
      ok: false,
      error: { code: 'id_taken' },
    })
    await project.run(set_document_field, { document: 'post/hello', field: 'title', value: 'Hello you' })
    await project.run(set_document_fields, {
      document: 'post/hello',
      locale: 'tr',
      fields: { title: 'Merhaba', body: 'Meşeden' },
    })
    await project.run(set_document_author, { document: 'post/hello', author: 'ada' })
    await project.run(set_document_status, { document: 'post/hello', status: 'published', locale: 'en' })
    const entry = project.entry('post', 'hello')
    expect(entry?.locales.en).toMatchObject({
      values: { title: 'Hello you', body: 'Of oak', author: 'ada' },
      meta: { status: 'published' },
    })
    expect(entry?.locales.tr).toMatchObject({ values: { title: 'Merhaba' }, meta: { status: 'draft' } })

    expect((await project.run(get_document, { document: 'post/hello', fields: ['body'] })).entries?.[0]?.data).toEqual({
      body: 'Of oak',
    })
    expect(await project.run(list_documents, { collection: 'post', status: 'published' })).toMatchObject({
      total: 1,
      documents: [{ document: 'post/hello', title: 'Hello you', status: 'published' }],
    })
    expect((await project.run(list_documents, { collection: 'post', status: 'archived' })).total).toBe(0)
    expect((await project.run(search_documents, { query: 'meşe', collection: 'post' })).results).toMatchObject([
      { id: 'hello', locale: 'tr' },
    ])
    expect(await project.call(delete_document, { document: 'author/ada' })).toMatchObject({ ok: false })
    await project.run(delete_document, { document: 'post/hello' })
    expect(project.entry('post', 'hello')).toBeUndefined()
  })

  it('are shown where the person is, and listed with their whole definition', async () => {
    const project = blog()
    expect(await project.run(set_active_document, { document: 'site' })).toMatchObject({
      document: 'site/main',
      locale: 'en',
    })
    expect(await project.run(set_active_document, { document: 'author/ada', locale: 'tr' })).toMatchObject({
      locale: '*',
      title: 'Ada',
    })
    expect(await project.run(set_active_collection, { collection: 'post' })).toEqual({ model: 'post', name: 'Post' })
    expect((await project.run(list_collections, {})).models.map(({ id }) => id)).toEqual(
      ['post', 'author', 'site'].sort(),
    )
    expect(await project.run(get_collection_schema, { collection: 'post' })).toMatchObject({
      kind: 'document',
      fields: expect.arrayContaining([{ name: 'title', definition: { type: 'string', required: true, max: 60 } }]),
    })
  })

  it('name the people of the project where they are known', async () => {
    const project = blog()
    expect(await project.call(list_users, {})).toMatchObject({
      ok: true,
      data: { users: [] },
      warnings: [expect.any(String)],
    })
    const services = { people: async () => [{ id: 'u1', name: 'Ann', role: 'editor' }] }
    expect(await project.run(list_users, {}, { services })).toEqual({
      users: [{ id: 'u1', name: 'Ann', role: 'editor' }],
      total: 1,
    })
  })

  it('refuse what names no document, and values that the model refuses', async () => {
    const project = blog()
    for (const document of ['post', 'post/', 'post/none', 'nothing/x', '', '__proto__/x']) {
      expect((await project.call(get_document, { document })).ok).toBe(false)
    }
    expect(await project.call(set_document_field, { document: 'site', field: '__proto__', value: 1 })).toMatchObject({
      ok: false,
    })
    expect(await project.call(set_document_field, { document: 'site', field: 'name', value: 5 })).toMatchObject({
      ok: false,
    })
    expect(await project.call(set_document_author, { document: 'site', author: 'ada' })).toMatchObject({
      ok: false,
      error: { code: 'no_author' },
    })
    expect(await project.call(create_document, { collection: 'post', fields: { title: 'No slug' } })).toMatchObject({
      ok: false,
      error: { code: 'no_slug' },
    })
  })

  it('are found by a model when it needs them, and cost nothing before', () => {
    const reading = [list_collections, get_collection_schema, list_documents, get_document, search_documents]
    const lists = [list_users, list_media, set_active_document, set_active_collection]
    const writing = [create_document, delete_document, set_document_status, set_document_author]
    const fields = [set_document_field, set_document_fields]
    for (const { name, onDemand } of [...reading, ...lists, ...writing, ...fields])
      expect.soft(onDemand, name).toBe(true)
  })
})
