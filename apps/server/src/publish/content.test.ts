import { readUnpublished } from '@atelier/api'
import type { DocumentTables } from '@atelier/documents'
import { queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databasesBySuite } from '../../testing/databases.ts'
import { operation } from '../../testing/projects.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import type { VersionTables } from '../versions/tables.ts'
import { createContentReleases } from './contentReleases.ts'

describe.each(databasesBySuite())('content on the site, on $name', (database) => {
  let server: TestServer
  let project: { id: string; slug: string }
  /** By how much the server's clock is ahead, in milliseconds. */
  let ahead = 0
  /** Pages that later tests change. */
  const ids: Record<string, unknown> = {}
  const MINUTE = 60_000

  let place: Awaited<ReturnType<(typeof database)['place']>>

  beforeAll(async () => {
    place = await database.place()
    const env: Record<string, string> = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
    server = await startTestServer(env, { now: () => Date.now() + ahead })
    const { body } = await server.call('POST', '/api/projects', { name: 'Blog' })
    project = Value.Parse(Type.Object({ id: Type.String(), slug: Type.String() }), body)
  })
  afterAll(async () => {
    await server.close()
    place.remove()
  })

  const content = async (name: string, input: object, focus: object = {}) => {
    const path = `/api/projects/${project.id}/operations/content.${name}`
    const { body } = await server.call('POST', path, { input, ...focus })
    expect(body).toMatchObject({ ok: true })
    return body as { data: never }
  }
  const site = (name: string, input: object) => operation(server, project.id, name, input)

  interface Published {
    id: string
    unchanged?: boolean
    report: { rendered: number; skipped: { reason: string }[]; problems: { message: string }[] }
  }

  const publish = async (query = '') => {
    const { status, body } = await server.call('POST', `/api/projects/${project.id}/publish${query}`)
    expect(status).toBe(201)
    return body as Published
  }
  const releases = async () => {
    const { body } = await server.call('GET', `/api/projects/${project.id}/releases`)
    return (body as { releases: { id: string }[] }).releases.length
  }

  /** A visitor's view, without the constant parts of the head. */
  const visit = async (path: string) => {
    const host = `${project.slug}.localhost`
    const answer = await server.sites.request(`http://${host}${path}`, { headers: { host } })
    const text = await answer.text()
    return {
      status: answer.status,
      text,
      location: answer.headers.get('location'),
      body: /<body[\s\S]*<\/body>/.exec(text)?.[0],
    }
  }

  const unreleased = async () =>
    Value.Parse(
      readUnpublished.response,
      (await server.call('GET', `/api/projects/${project.id}/publish/changes`)).body,
    ).content

  test('content is shown by loops and by a page for each published entry and locale', async () => {
    // Edits that wait are tried in content/published.test.ts.
    await content('init_project', { locales: ['en', 'tr'], domains: ['blog'], publishEdits: 'atOnce' })
    await content('save_model', {
      id: 'author',
      name: 'Author',
      kind: 'collection',
      domain: 'blog',
      i18n: false,
      title_field: 'name',
      fields: { name: { type: 'string', required: true } },
    })
    await content('save_model', {
      id: 'post',
      name: 'Post',
      kind: 'document',
      domain: 'blog',
      i18n: true,
      title_field: 'title',
      fields: {
        title: { type: 'string', required: true },
        summary: { type: 'text' },
        author: { type: 'relation', model: 'author' },
      },
    })
    await content('save_content', { model: 'author', data: { ada: { name: 'Ada' }, bob: { name: 'Bob' } } })
    await content('update_status', { model: 'author', entryIds: ['ada'], status: 'published' })
    await content('save_content', {
      model: 'post',
      slug: 'first',
      body: 'One **two**\n\n<script>x</script>\n\n| a |\n|---|\n| b |',
      data: { title: 'First', summary: 'In short', author: 'ada' },
    })
    await content('save_content', { model: 'post', slug: 'first', locale: 'tr', body: 'Bir', data: { title: 'İlk' } })
    await content('save_content', {
      model: 'post',
      slug: 'second',
      body: 'Two',
      data: { title: 'Second', author: 'bob' },
    })
    await content('save_content', { model: 'post', slug: 'draft', body: 'Draft', data: { title: 'Draft' } })
    for (const locale of ['en', 'tr'])
      await content('update_status', { model: 'post', entryIds: ['first'], locale, status: 'published' })
    await content('update_status', { model: 'post', entryIds: ['second'], status: 'published' })
    await content('setRoute', { model: 'post', route: 'blog' })

    const { pageId, rootNodeId } = await site('addPage', { title: 'News', slug: 'news' })
    ids.news = pageId
    await site('insertHtml', {
      parentId: rootNodeId,
      html: '<atelier-loop data-source-id="data.rows" data-table-id="post" data-order-by="title" data-direction="desc"><article><a href="{currentEntry.permalink}">{currentEntry.title}</a> {currentEntry.author.name}<div>{currentEntry.body|html}</div></article></atelier-loop>',
    })
    const template = await site('addPage', { title: 'Post', slug: 'post-template' })
    ids.template = template.pageId
    await site('insertHtml', {
      parentId: template.rootNodeId,
      html: '<h1>{currentEntry.title}</h1><main><atelier-outlet></atelier-outlet></main>',
    })
    await site('setPageTemplate', { pageId: template.pageId, target: { kind: 'postTypes', tableSlugs: ['post'] } })

    const { report } = await publish()
    expect(report.problems).toEqual([])
    expect((await visit('/news/')).body).toBe(
      '<body><article><a href="/blog/second/">Second</a> <div><p>Two</p>\n</div></article>' +
        '<article><a href="/blog/first/">First</a> Ada<div><p>One <strong>two</strong></p>\n\n<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n</div></article></body>',
    )
    const first = await visit('/blog/first/')
    expect(first.text).toContain('<title>First</title>')
    expect(first.text).toContain('<meta name="description" content="In short">')
    expect(first.text).toContain('hreflang="tr" href="/tr/blog/first/"')
    expect(first.body).toMatch(/^<body><h1>First<\/h1><main><p>One <strong>two<\/strong><\/p>/)
    expect(await visit('/tr/blog/first/')).toMatchObject({
      status: 200,
      text: expect.stringContaining('<html lang="tr">'),
      body: '<body><h1>İlk</h1><main><p>Bir</p>\n</main></body>',
    })
    for (const path of ['/blog/draft/', '/tr/blog/second/', '/tr/blog/draft/'])
      expect((await visit(path)).status).toBe(404)
    expect((await visit('/sitemap.xml')).text).toContain('/tr/blog/first/</loc>')
    expect((await visit('/blog/feed.xml')).text).toContain('<title>Second</title>')
  })

  test('a release of only content takes no page with it, and follows an entry that is renamed', async () => {
    const before = await releases()
    expect(await publish('?only=content')).toMatchObject({ unchanged: true, report: { rendered: 0 } })
    expect(await releases()).toBe(before)
    await site('renamePage', { pageId: ids.news, title: 'Half done' })
    await site('addPage', { title: 'Half done, too', slug: 'half' })
    await content('save_content', { model: 'post', slug: 'second', data: { title: 'Second edition' } })
    await content('renameEntry', { model: 'post', entryId: 'second', newId: 'other' })
    await content('save_content', { model: 'post', slug: 'unseen', data: { title: 'A draft' } })
    expect(await unreleased()).toMatchObject({ count: 1, entries: [{ model: 'post', id: 'other', deleted: false }] })
    expect(await site('publishContent', {})).toMatchObject({ rendered: 2 })
    expect(await unreleased()).toEqual({ count: 0, entries: [] })
    expect((await visit('/news/')).text).toContain('<title>News</title>')
    expect((await visit('/news/')).body).toContain('<a href="/blog/other/">Second edition</a>')
    expect((await visit('/half/')).status).toBe(404)
    expect(await visit('/blog/second')).toMatchObject({ status: 301, location: '/blog/other/' })
    const { body } = await server.call('GET', `/api/projects/${project.id}/publish/changes`)
    expect(JSON.stringify(body)).toContain('Half done, too')
    await publish()
    const db = queryBuilder<VersionTables & DocumentTables>(server.services.database.dialect)
    const kept = db
      .selectFrom('version_contents')
      .innerJoin('documents', 'documents.id', 'version_contents.document_id')
      .select('documents.kind')
      .distinct()
      .where('documents.project_id', '=', project.id)
      .orderBy('documents.kind')
    // Entries have a history of their own, and a restored version of the site does not touch them.
    expect(await server.services.database.read(rowsOf(kept))).toEqual([{ kind: 'page' }, { kind: 'site' }])
    expect((await visit('/half/')).status).toBe(200)
    expect((await visit('/blog/second')).location).toBe('/blog/other/')
  })

  test('entries come and go at their times, also those that were missed, and a clock that ran ahead is corrected', async () => {
    const { contentReleases } = server.services
    const time = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()
    await content('save_content', { model: 'post', slug: 'timed', body: 'Now', data: { title: 'Timed' } })
    const times = { publish_at: time(10), expire_at: time(30) }
    await content('update_status', { model: 'post', entryIds: ['timed'], status: 'published', ...times })
    const seen = async () => (await visit('/blog/timed/')).status
    await contentReleases.run()
    await publish()
    expect(await seen()).toBe(404)
    ahead = 15 * MINUTE
    const before = await releases()
    await contentReleases.run()
    expect([await seen(), await releases()]).toEqual([200, before + 1])
    await contentReleases.run()
    expect(await releases()).toBe(before + 1)
    ahead = 60 * MINUTE
    await contentReleases.run()
    expect(await seen()).toBe(404)
    // Its clock was wrong: the entry comes and goes once more.
    ahead = 0
    await contentReleases.run()
    expect(await seen()).toBe(404)
    ahead = 20 * MINUTE
    await contentReleases.run()
    expect(await seen()).toBe(200)
    ahead = 0
    await contentReleases.run()
  })

  test('the page of a draft is previewed, also as a branch proposes it', async () => {
    await content('save_content', { model: 'post', slug: 'secret', body: 'Text', data: { title: 'Not yet' } })
    const preview = async (entry: object) => {
      const { status, body } = await server.call('POST', `/api/projects/${project.id}/preview`, { entry })
      if (status !== 201) return body
      const { url } = Value.Parse(Type.Object({ url: Type.String() }), body)
      return /<body[\s\S]*<\/body>/.exec(await (await server.request(url)).text())?.[0]
    }
    const entry = { model: 'post', id: 'secret' }
    expect(await preview(entry)).toBe('<body><h1>Not yet</h1><main><p>Text</p>\n</main></body>')
    expect((await visit('/blog/secret/')).status).toBe(404)
    const { data } = await content('createBranch', { title: 'Other words' })
    const { id } = Value.Parse(Type.Object({ id: Type.String() }), data)
    await content(
      'save_content',
      { model: 'post', slug: 'secret', data: { title: 'Proposed' } },
      { focus: { branchId: id } },
    )
    expect(await preview({ ...entry, branch: id })).toContain('<h1>Proposed</h1>')
    expect(await preview(entry)).toContain('<h1>Not yet</h1>')
    expect(await preview({ ...entry, locale: 'tr' })).toMatchObject({ error: { code: 'no_page' } })
  })

  test('one of two servers releases what is due, and another one when it has failed', async () => {
    const { database, publisher, contentReleases } = server.services
    const calls: string[] = []
    const failures: unknown[] = []
    let full = true
    const another = (name: string) =>
      createContentReleases({
        database,
        now: () => Date.now() + ahead,
        failed: (error) => failures.push(error),
        publisher: {
          publish(...request) {
            calls.push(name)
            if (full) throw new Error('The disk is full')
            return publisher.publish(...request)
          },
        },
      })
    const [one, two] = [another('one'), another('two')]
    await content('saveSettings', { release: 'change' })
    await content('save_content', { model: 'post', slug: 'first', data: { title: 'Changed' } })
    await Promise.all([one.run(), two.run()])
    expect([calls.length, failures.length]).toEqual([1, 1])
    full = false
    ahead = 2 * MINUTE
    await Promise.all([two.run(), one.run()])
    expect(calls.length).toBe(2)
    expect((await visit('/blog/first/')).text).toContain('<title>Changed</title>')
    // Nobody sees a draft: it takes no release, not even an attempt.
    await content('save_content', { model: 'post', slug: 'draft', data: { title: 'Still a draft' } })
    await one.run()
    expect(calls.length).toBe(2)
    await content('update_status', { model: 'post', entryIds: ['first'], locale: 'tr', status: 'draft' })
    await one.run()
    expect([calls.length, (await visit('/tr/blog/first/')).status]).toEqual([3, 404])
    await content('saveSettings', { release: 'hand' })
    await content('save_content', { model: 'post', slug: 'first', data: { title: 'By hand' } })
    await contentReleases.run()
    expect((await visit('/blog/first/')).text).toContain('<title>Changed</title>')
    await Promise.all([contentReleases.stop(), one.stop(), two.stop()])
  })

  test('pages of entries are gone with their template, and an address that is taken is left to the page', async () => {
    await site('addPage', { title: 'Mine', slug: 'blog/first' })
    const { report } = await publish()
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      'The address /blog/first/ of the entry “By hand” (post/first) is that of the page “Mine” already.',
    ])
    expect((await visit('/blog/first/')).text).toContain('<title>Mine</title>')
    await site('deletePage', { pageId: ids.template })
    expect((await publish()).report.skipped.map(({ reason }) => reason)).toEqual([
      '“Post” has no template, so its entries (2) have no pages.',
    ])
    expect((await visit('/blog/other/')).status).toBe(404)
  })
})
