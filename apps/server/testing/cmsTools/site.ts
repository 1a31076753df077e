import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { expect } from 'vitest'
import { png, upload } from '../media.ts'
import type { TestServer } from '../server.ts'

const Project = Type.Object({ id: Type.String(), slug: Type.String() })
const Id = Type.Object({ id: Type.String() })
const Made = Type.Object({
  page: Id,
  sections: Type.Array(Type.Object({ id: Type.String(), fields: Type.Array(Type.Object({ kind: Type.String() })) })),
})
const Pages = Type.Object({ pages: Type.Array(Type.Object({ id: Type.String(), slug: Type.String() })) })
const Menus = Type.Object({
  menus: Type.Array(Type.Object({ location: Type.String(), items: Type.Array(Type.Object({ label: Type.String() })) })),
})
const Sections = Type.Object({
  sections: Type.Array(
    Type.Object({
      id: Type.String(),
      fields: Type.Array(
        Type.Object({
          name: Type.String(),
          kind: Type.String(),
          value: Type.Unknown(),
          bound: Type.Optional(Type.Boolean()),
        }),
      ),
    }),
  ),
})
const Answer = Type.Object({ ok: Type.Literal(true), data: Type.Unknown() })
const Slugs = Type.Object({ pages: Type.Array(Type.Object({ slug: Type.String() })) })

/** A project with a site that the tools of the assistant are tried on, and what is on it. */
export interface TriedSite {
  server: TestServer
  projectId: string
  /** The home page's own section, its field for a text, and what that says. */
  home: { section: string; field: string; text: string }
  /** The last section of the home page. */
  last: { section: string; words: string }
  /** The first item of its menu in the header. */
  item: string
  /** A page that was made for the trials, with a section that has a picture and one that has none. */
  bread: { page: string; split: string; faq: string }
  images: { oven: string; counter: string }
  call(name: string, input: object): Promise<unknown>
  operate(id: string, input: object): Promise<unknown>
  /** Publishes the site, and reads a page of it as its visitors do. */
  visit(paths: readonly string[]): Promise<{ status: number; html: string }[]>
  /** All that these tools write: the pages as files, the menus, the pictures, the settings and the entries. */
  state(): Promise<unknown[]>
  undo(changeSetId: string): Promise<unknown>
}

/** Puts on a site what the trials need beside its own pages: pictures, a page, and posts with pages. */
export async function prepareSite(server: TestServer, { id, slug }: { id: string; slug: string }): Promise<TriedSite> {
  const operate = async (name: string, input: object) =>
    (await server.call('POST', `/api/projects/${id}/operations/${name}`, { input })).body
  const call = (name: string, input: object) => operate(`cms.${name}`, input)
  const done = async (name: string, input: object): Promise<unknown> => {
    const body = await operate(name, input)
    expect(body, `${name}: ${JSON.stringify(body).slice(0, 600)}`).toMatchObject({ ok: true })
    return Value.Parse(Answer, body).data
  }
  const image = async (name: string, colour: [number, number, number]) =>
    Value.Parse(Id, (await upload(server, id, name, png(8, 8, colour))).body).id
  const images = { oven: await image('oven.png', [1, 2, 3]), counter: await image('counter.png', [3, 2, 1]) }
  const own = Value.Parse(
    Sections,
    await done('cms.getPageSections', { pageId: 'home', includeContent: true }),
  ).sections
  const withText = own.find(({ fields }) => fields.some(isPlainText)) ?? expect.fail('The home page has no text')
  const field = withText.fields.find(isPlainText) ?? expect.fail()
  const last = own.at(-1) ?? expect.fail()
  const { menus } = Value.Parse(Menus, await done('cms.getNavigation', {}))
  const header = menus.find(({ location }) => location === 'header') ?? expect.fail('The site has no menu')
  const sections = [
    { sectionKey: 'hero', content: { heading: 'Bread' } },
    { sectionKey: 'split' },
    { sectionKey: 'faq' },
  ]
  const made = Value.Parse(Made, await done('cms.createPageWithContent', { name: 'Bread', sections }))
  const split = made.sections.findLast(({ fields }) => fields.some(({ kind }) => kind === 'picture')) ?? expect.fail()
  const faq = made.sections.at(-1) ?? expect.fail()
  const bread = { page: made.page.id, split: split.id, faq: faq.id }
  await done('cms.addImageToSection', { imageId: images.oven, pageSectionId: bread.split })
  await done('cms.setUpPosts', {})
  await done('content.add_locale', { locale: 'tr' })
  await done('site.addEntryPages', { model: 'post' })
  for (const title of ['Rye', 'Spelt'])
    await done('cms.createPost', { title, featuredImage: images.oven, content: { body: `${title} is dark.` } })
  await done('cms.publishPost', { postSlug: 'rye' })

  const visit: TriedSite['visit'] = async (paths) => {
    expect(await server.call('POST', `/api/projects/${id}/publish?despite=findings`)).toMatchObject({
      status: expect.toBeOneOf([200, 201]),
    })
    const host = `${slug}.localhost`
    return Promise.all(
      paths.map(async (path) => {
        const answer = await server.sites.request(new URL(path, `http://${host}/`), { headers: { host } })
        return { status: answer.status, html: await answer.text() }
      }),
    )
  }
  const state: TriedSite['state'] = async () => {
    const { pages } = Value.Parse(Slugs, await done('cms.listPages', {}))
    const files = pages.map(({ slug: own }) => (/\.html$/.test(own) ? own : `${own}.html`))
    const all = [
      ...files.map((file) => ['site.readFile', { file }] as const),
      ...pages.map((page) => ['cms.getPage', { slug: page.slug }] as const),
      ...['getNavigation', 'listAllImages'].map((name) => [`cms.${name}`, {}] as const),
      ...['en', 'tr'].map((locale) => ['content.get_content', { model: 'post', locale }] as const),
    ]
    const answers: unknown[] = []
    for (const [name, input] of all) answers.push(await done(name, input))
    const passing = new Set(['updated_at', 'online', 'updatedAt', 'waits'])
    return JSON.parse(JSON.stringify(answers, (name, value) => (passing.has(name) ? undefined : value)))
  }
  return {
    server,
    projectId: id,
    home: { section: withText.id, field: field.name, text: String(field.value) },
    last: { section: last.id, words: String(last.fields.find(isPlainText)?.value ?? '') },
    item: header.items[0]?.label ?? '',
    bread,
    images,
    call,
    operate,
    visit,
    state,
    undo: (changeSetId) => server.call('POST', `/api/projects/${id}/changes/${changeSetId}/undo`),
  }
}

const isPlainText = ({ kind, value, bound }: { kind: string; value: unknown; bound?: boolean }) =>
  kind === 'text' && bound !== true && typeof value === 'string' && /^[\p{L}\p{N} .,!-]{3,}$/u.test(value)

/** A project into which a folder was imported. */
export async function importFolder(
  server: TestServer,
  name: string,
  folder: string,
): Promise<{ id: string; slug: string }> {
  const project = Value.Parse(Project, (await server.call('POST', '/api/projects', { name, starter: 'blank' })).body)
  const files: Record<string, Uint8Array> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Large pictures are no part of what is tried.
    if (!entry.isFile() || !/\.(?:html|css|js)$/.test(entry.name)) continue
    const path = `${entry.parentPath}/${entry.name}`
    files[path.slice(folder.length).replace(/^\//, '')] = readFileSync(path)
  }
  const { port } = server.config
  const answer = await server.app.request(`http://localhost:${port}/api/projects/${project.id}/import`, {
    method: 'POST',
    body: Buffer.from(zipSync(files)),
    headers: { host: `localhost:${port}`, origin: `http://localhost:${port}`, cookie: server.cookie },
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('"done"')
  // The import replaces the page that a blank project begins with.
  const { pages } = Value.Parse(Pages, (await server.call('GET', `/api/projects/${project.id}/pages`)).body)
  expect(pages.length).toBeGreaterThan(1)
  return project
}

/** Real sites that are imported. */
export const importedSites = {
  'clean-blog': fileURLToPath(new URL('../../../../node_modules/startbootstrap-clean-blog/dist', import.meta.url)),
  'german-names': fileURLToPath(new URL('../../../../e2e/fixtures/sites/german-names', import.meta.url)),
}
