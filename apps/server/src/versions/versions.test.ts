import { type AllDocuments, createDocuments } from '@atelier/documents'
import { createSite, importPage, listPage, page, readTree, siteDocumentTypes } from '@atelier/site'
import { createStreamStore } from '@atelier/streams'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import type { OpenDatabase } from '../database/open.ts'
import { createVersionStore, KEPT_AUTOMATIC, type VersionStore } from './store.ts'
import { createVersions, type Versions } from './versions.ts'

const ADA = { kind: 'hand', userId: 'ada' } as const

const project = { id: 'p1', site_document_id: 'site1' }
const other = { id: 'p2', site_document_id: 'site2' }
const ada = { kind: 'hand' as const, userId: 'ada' }

describe.each(databasesBySuite())('versions on $name', (database) => {
  let opened: OpenDatabase
  let documents: AllDocuments
  let store: VersionStore
  let versions: Versions
  let time = 0
  let ids = 0
  const newId = () => {
    ids += 1
    return `id${String(ids).padStart(6, '0')}`
  }

  beforeEach(async () => {
    opened = await database.open()
    time = 1_000_000
    const now = () => {
      time += 1
      return time
    }
    const streams = createStreamStore(opened.database, { now, newId })
    documents = createDocuments({ database: opened.database, streams, now, newId, types: siteDocumentTypes })
    store = createVersionStore({ database: opened.database, documents, now, newId })
    versions = createVersions({ store, database: opened.database, documents, newId })
    await documents.transact({
      projectId: project.id,
      origin: ada,
      async body(drafts) {
        const site = drafts.create(project.site_document_id, 'site')
        createSite(site, { name: 'Bakery' })
        for (const [id, title, html] of [
          ['home', 'Home', '<h1>Bread</h1>'],
          ['about', 'About', '<p>Since 1990</p>'],
        ] as const) {
          listPage(site, { id, title, slug: id })
          importPage(site, drafts.create(id, 'page'), { html, newId })
        }
        return { result: null, commit: true }
      },
    })
  })

  afterEach(async () => {
    await documents.close()
    await opened.close()
  })

  const keep = (name: string) => versions.save(project, { name, kind: 'hand', userId: 'ada' })
  const textOf = async (id: string) => {
    const view = (await documents.open(id))?.view
    return view && [...readTree(view).walk()].find(({ kind }) => kind === 'text')
  }
  const write = async (
    id: string,
    text: string,
    origin: { kind: 'hand' | 'agent'; userId: string; runId?: string } = ada,
  ) => {
    const node = await textOf(id)
    await documents.transact({
      projectId: project.id,
      origin,
      async body(drafts) {
        ;(await drafts.open(id))?.set(`${node?.id}/text`, text)
        return { result: null, commit: true }
      },
    })
  }
  const setSite = (key: string, value: string | boolean) =>
    documents.transact({
      projectId: project.id,
      origin: ada,
      async body(drafts) {
        ;(await drafts.open(project.site_document_id))?.set(key, value)
        return { result: null, commit: true }
      },
    })

  test('a version is listed with its maker, and holds every document as it stood', async () => {
    const made = await keep('First')
    expect(made).toMatchObject({ name: 'First', kind: 'hand', createdBy: 'ada', pages: 2 })
    await write('home', 'Cake')
    const held = await versions.open(project.id, made.id)
    expect(held?.map(({ documentId }) => documentId).sort()).toEqual(['about', 'home', 'site1'])
    expect(JSON.stringify(held?.find(({ documentId }) => documentId === 'home'))).toContain('Bread')
    expect(await versions.open(other.id, made.id)).toBeUndefined()
  })

  test('the same state is kept once, unless a user names it again', async () => {
    const made = await keep('First')
    expect(await keep('First')).toEqual(made)
    expect(await versions.save(project, { name: 'Published', kind: 'publish', userId: 'ada' })).toEqual(made)
    expect((await keep('Second')).id).not.toBe(made.id)
    await write('home', 'Cake')
    await versions.save(project, { name: 'Published', kind: 'publish', userId: 'ada' })
    expect((await versions.list(project.id)).map(({ name }) => name)).toEqual(['Published', 'Second', 'First'])
  })

  test('two versions are compared page by page, with who made the difference', async () => {
    const first = await keep('First')
    await write('home', 'Cake')
    await write('home', 'Cakes', { kind: 'agent', userId: 'bob', runId: 'run1' })
    const second = await keep('Second')
    await setSite('page:about/title', 'Who we are')
    const between = await versions.compare(project, first.id, second.id)
    expect(between?.documents.map(({ documentId, lines }) => [documentId, lines])).toEqual([
      ['home', [expect.objectContaining({ kind: 'changed', what: 'text', before: 'Bread', after: 'Cakes' })]],
    ])
    expect(between?.documents[0]?.authors).toEqual([
      { userId: 'bob', runId: 'run1', edits: 1, at: expect.any(Number) },
      { userId: 'ada', edits: 1, at: expect.any(Number) },
    ])
    const since = await versions.compare(project, first.id)
    expect(since?.documents.map(({ documentId }) => documentId).sort()).toEqual(['home', 'site1'])
    expect((await versions.compare(project, second.id))?.authors).toEqual([
      { userId: 'ada', edits: 1, at: expect.any(Number) },
    ])
    expect(await versions.compare(project, second.id, second.id)).toEqual({ documents: [], authors: [] })
    expect(await versions.compare(project, 'none')).toBeUndefined()
    expect(await versions.compare(other, first.id)).toBeUndefined()
  })

  test('who wrote what is known after the updates were compacted', async () => {
    const first = await keep('First')
    await write('home', 'Cake', { kind: 'hand', userId: 'eve' })
    await documents.compact('home')
    const { authors } = (await versions.compare(project, first.id)) ?? { authors: [] }
    expect(authors.map(({ userId }) => userId)).toEqual(['eve'])
  })

  test('the whole site is put back as one edit that can be undone', async () => {
    const first = await keep('First')
    await write('home', 'Cake')
    await setSite('page:about/deleted', true)
    await setSite('settings/name', 'Cakes')
    const restored = await versions.restore(project, first.id, { origin: ADA })
    expect(restored?.documentIds.sort()).toEqual(['home', 'site1'])
    expect((await textOf('home'))?.text).toBe('Bread')
    const view = (await documents.open(project.site_document_id))?.view
    expect(view && page(view, 'about')?.title).toBe('About')
    const same = await versions.compare(project, first.id)
    expect(same?.documents).toEqual([])
    expect((await versions.list(project.id))[0]).toMatchObject({ kind: 'restore', name: 'Before “First” was put back' })
    expect((await documents.undo(restored?.changeSetId ?? '', ada)).ok).toBe(true)
    expect((await textOf('home'))?.text).toBe('Cake')
    expect(view && page(view, 'about')).toBeUndefined()
  })

  test('one page is put back, and the others stay as they are', async () => {
    const first = await keep('First')
    await write('home', 'Cake')
    await write('about', 'Since 2020')
    await setSite('page:home/title', 'Cakes')
    await setSite('settings/name', 'Cakes')
    const restored = await versions.restore(project, first.id, { origin: ADA, pageId: 'home' })
    expect(restored?.documentIds.sort()).toEqual(['home', 'site1'])
    expect((await textOf('home'))?.text).toBe('Bread')
    expect((await textOf('about'))?.text).toBe('Since 2020')
    const view = (await documents.open(project.site_document_id))?.view
    expect(view && page(view, 'home')?.title).toBe('Home')
    expect(view?.get('settings/name')).toBe('Cakes')
    expect(await versions.restore(project, first.id, { origin: ADA, pageId: 'none' })).toBeUndefined()
    expect(await versions.restore(project, 'none', { origin: ADA })).toBeUndefined()
  })

  test('a page is looked at as it was and as it is', async () => {
    const first = await keep('First')
    await write('home', 'Cake')
    expect(await versions.preview(project, 'home', first.id)).toContain('<h1>Bread</h1>')
    expect(await versions.preview(project, 'home')).toContain('<h1>Cake</h1>')
    expect(await versions.preview(project, 'none')).toBeUndefined()
  })

  test('a page is framed as it was in a version, is now, and was before and after a change', async () => {
    const first = await keep('First')
    await write('home', 'Cake')
    const restored = await versions.restore(project, first.id, { origin: ADA })
    await write('home', 'Pie')
    const text = async (moment: Parameters<Versions['frame']>[2], page = 'home') =>
      /<h1 uid="[^"]+">([^<]*)</.exec((await versions.frame(project, page, moment)) ?? '')?.[1]
    expect(await text({ version: first.id })).toBe('Bread')
    expect(await text({})).toBe('Pie')
    const changeSet = restored?.changeSetId ?? ''
    expect(await text({ changeSet, side: 'before' })).toBe('Cake')
    expect(await text({ changeSet, side: 'after' })).toBe('Bread')
    expect(await versions.frame(project, 'home', {})).toContain("script-src 'none'")
    expect(await versions.frame(project, 'none', {})).toBeUndefined()
    expect(await versions.frame(project, 'home', { version: 'none' })).toBeUndefined()
    expect(await versions.frame(other, 'home', { changeSet, side: 'after' })).toBeUndefined()
  })

  test('versions that were kept by themselves go in time, those made by hand stay', async () => {
    const first = await keep('First')
    for (let i = 0; i < KEPT_AUTOMATIC + 3; i += 1) {
      await write('home', `Cake ${i}`)
      await versions.save(project, { name: 'Published', kind: 'publish', userId: 'ada' })
    }
    const all = await versions.list(project.id)
    expect(all).toHaveLength(KEPT_AUTOMATIC + 1)
    expect(all.at(-1)?.id).toBe(first.id)
    expect(await versions.remove(project.id, first.id)).toBe(true)
    expect(await versions.remove(project.id, first.id)).toBe(false)
    await versions.removeAll(project.id)
    expect(await versions.list(project.id)).toEqual([])
  })
})
