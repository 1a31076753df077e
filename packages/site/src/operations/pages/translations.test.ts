import type { Json } from '@atelier/documents'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { numRuns } from '../../../../../scripts/testing/runs.ts'
import { createTestContent } from '../../../testing/content.ts'
import { createTestProject, type TestProject } from '../../../testing/project.ts'
import { publishSite } from '../../../testing/publishSite.ts'
import { page as pageEntry } from '../../document/pages.ts'
import { nodeAttribute, readTree } from '../../document/tree.ts'

const ABOUT = `<main><h1>About us</h1><p>We bake <b>bread</b> daily.</p><img src="/a.png" alt="Our oven">
<a href="/contact/">Write to us</a> <a href="/">Home</a> <a href="https://example.org/">Elsewhere</a><p translate="no">Atelier</p></main>`

interface Stale {
  kind: string
  nodeId: string
  attribute?: string
  text?: string
  before?: string
  source?: string
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

async function call(project: TestProject, name: string, input: object): Promise<Record<string, unknown>> {
  const result = await project.call(name, input)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return record(result.data)
}

async function stale(project: TestProject, pageId: string): Promise<Stale[]> {
  const { texts } = await call(project, 'listStaleTexts', { pageId })
  // The operation's own output has been checked by the project.
  return Array.isArray(texts) ? texts : []
}

const short = (each: Stale) => [each.kind, each.text, each.before, each.source]

/** A site with a home page, a page about it and one to write to, and the page about it in Turkish. */
async function setUp(translated = true) {
  const project = createTestProject()
  const home = project.addPage('<p>Welcome</p><a href="about">About</a>')
  const about = project.addPage(ABOUT, { title: 'About', slug: 'about' })
  const contact = project.addPage('<p>Write</p>', { title: 'Contact', slug: 'contact' })
  const { pageId } = await call(project, 'duplicatePage', { pageId: about.pageId, title: 'Hakkımızda', locale: 'tr' })
  const tr = String(pageId)
  if (translated) await translateAll(project, tr)
  return { project, home: home.pageId, about: about.pageId, contact: contact.pageId, tr }
}

async function translateAll(project: TestProject, pageId: string) {
  const texts = (await stale(project, pageId)).map(({ nodeId, attribute, text = '' }) => ({
    nodeId,
    ...(attribute === undefined ? {} : { attribute }),
    text: text.toUpperCase(),
  }))
  if (texts.length > 0) await call(project, 'updateTranslation', { pageId, texts })
}

const draftOf = ({ pages }: TestProject, id: string) => {
  const found = pages.get(id)
  if (!found) throw new Error(`No page ${id}`)
  return found
}

/** The text nodes and the elements of a page, by what they say or are. */
function nodeOf(project: TestProject, pageId: string, what: string): string {
  const tree = readTree(draftOf(project, pageId))
  const found = [...tree.walk()].find(({ text, tag }) => text.trim() === what || tag === what)
  if (!found) throw new Error(`Nothing is ${what}`)
  return found.id
}

it('a translation names its source and its locale, and has the address of its source below it', async () => {
  const { project, about, tr } = await setUp(false)
  expect(pageEntry(project.site, tr)).toMatchObject({
    slug: 'tr/about',
    source: about,
    locale: 'tr',
    title: 'Hakkımızda',
  })
  const texts = await stale(project, tr)
  expect(texts.map(({ text }) => text)).toEqual([
    'About us',
    'We bake ',
    'bread',
    ' daily.',
    'Our oven',
    'Write to us',
    'Home',
    'Elsewhere',
  ])
  expect(texts.every(({ kind }) => kind === 'untranslated')).toBe(true)
  await translateAll(project, tr)
  expect(await stale(project, tr)).toEqual([])
  expect(await call(project, 'listStaleTexts', {})).toMatchObject({
    translations: [{ pageId: tr, locale: 'tr', sourceId: about, changed: 0, untranslated: 0, new: 0, gone: 0 }],
  })
})

it('refuses what cannot be translated, with what to do instead', async () => {
  const { project, about, contact, home } = await setUp()
  const refused = async (input: object, given = {}) => {
    const result = await project.call('duplicatePage', { title: 'X', ...input }, given)
    return result.ok ? 'ok' : result.error?.code
  }
  expect(await refused({ pageId: about, locale: 'tr' })).toBe('already_translated')
  expect(await refused({ pageId: about, locale: 'en' })).toBe('same_locale')
  expect(await refused({ pageId: about, locale: 'turkish please' })).toBe('invalid_language')
  const services = {
    content: { describe: async () => createTestContent(), load: async () => new Map<string, []>() },
  }
  expect(await refused({ pageId: about, locale: 'de' }, { services })).toBe('unknown_locale')
  project.addPage('<p>x</p>', { title: 'Taken', slug: 'tr/contact' })
  expect(await refused({ pageId: contact, locale: 'tr' })).toBe('address_taken')
  expect(await refused({ pageId: contact, locale: 'tr', slug: 'iletisim' })).toBe('ok')
  expect(await refused({ pageId: home, locale: 'tr' })).toBe('ok')
  const slugs = [...project.pages.keys()].map((id) => pageEntry(project.site, id)?.slug)
  expect(slugs).toEqual(expect.arrayContaining(['tr/iletisim', 'tr']))
})

it('links lead to translations, whichever of the pages is translated first', async () => {
  const { project, home, contact, tr } = await setUp()
  const hrefs = (id: string) =>
    [...readTree(draftOf(project, id)).walk()].flatMap((node) => nodeAttribute(node, 'href') ?? [])
  expect(hrefs(tr)).toEqual(['/contact/', '/', 'https://example.org/'])
  await call(project, 'duplicatePage', { pageId: contact, title: 'İletişim', locale: 'tr' })
  const { pageId, links } = await call(project, 'duplicatePage', { pageId: home, title: 'Ana sayfa', locale: 'tr' })
  expect(hrefs(tr)).toEqual(['/tr/contact/', '/tr/', 'https://example.org/'])
  expect(hrefs(String(pageId))).toEqual(['/tr/about/'])
  expect(links).toBe(2)
  expect(hrefs(home)).toEqual(['about'])
})

it('lists what changed with both texts, what is new and what is gone, and takes each over or marks it', async () => {
  const { project, about, tr } = await setUp()
  await call(project, 'setTexts', { texts: [{ nodeId: nodeOf(project, about, 'About us'), text: 'About the bakery' }] })
  await call(project, 'deleteNode', { nodeId: nodeOf(project, about, 'img') })
  await call(project, 'insertHtml', {
    parentId: nodeOf(project, about, 'main'),
    index: 1,
    html: '<section><h2>Hours</h2><p>From seven</p></section>',
  })
  const texts = await stale(project, tr)
  expect(texts.map(short)).toEqual([
    ['changed', 'ABOUT US', 'About us', 'About the bakery'],
    ['gone', 'OUR OVEN', 'Our oven', undefined],
    ['new', undefined, undefined, 'Hours'],
    ['new', undefined, undefined, 'From seven'],
  ])
  const [changed, gone, hours] = texts
  await call(project, 'updateTranslation', {
    pageId: tr,
    texts: [
      { nodeId: changed?.nodeId, text: 'Fırın hakkında' },
      { nodeId: gone?.nodeId, attribute: gone?.attribute, take: true },
      { nodeId: hours?.nodeId, text: 'Saatler' },
    ],
  })
  expect((await stale(project, tr)).map(short)).toEqual([['untranslated', 'From seven', 'From seven', 'From seven']])
  const tree = readTree(draftOf(project, tr))
  const main = tree.node(nodeOf(project, tr, 'main'))
  const tags = tree.children(main?.id ?? '').flatMap(({ tag }) => tag || [])
  expect(tags.slice(0, 3)).toEqual(['h1', 'section', 'p'])
  const [left] = await stale(project, tr)
  await call(project, 'updateTranslation', { pageId: tr, texts: [{ nodeId: left?.nodeId }] })
  expect(await stale(project, tr)).toEqual([])
})

it('a new text can be left out, and one that is gone kept', async () => {
  const { project, about, tr } = await setUp()
  await call(project, 'insertHtml', { parentId: nodeOf(project, about, 'main'), html: '<p>Only here</p>' })
  await call(project, 'deleteNode', { nodeId: nodeOf(project, about, 'h1') })
  const texts = await stale(project, tr)
  expect(texts.map(({ kind }) => kind)).toEqual(['gone', 'new'])
  const done = await call(project, 'updateTranslation', { pageId: tr, texts: texts.map(({ nodeId }) => ({ nodeId })) })
  expect(done).toMatchObject({ left: 0 })
  expect(await stale(project, tr)).toEqual([])
  expect(nodeOf(project, tr, 'ABOUT US')).toBe(texts[0]?.nodeId)
})

it('survives moves, writing anew, and components made of either side', async () => {
  const { project, about, tr } = await setUp()
  await call(project, 'moveNode', {
    nodeId: nodeOf(project, about, 'h1'),
    newParentId: readTree(draftOf(project, about)).root,
    newIndex: 1,
  })
  await call(project, 'moveNode', {
    nodeId: nodeOf(project, tr, 'p'),
    newParentId: readTree(draftOf(project, tr)).root,
    newIndex: 0,
  })
  await call(project, 'replaceNodeHtml', {
    nodeId: nodeOf(project, about, 'main'),
    html: ABOUT.replace('<h1>About us</h1>', ''),
  })
  expect(await stale(project, tr)).toEqual([])
  await call(project, 'createComponent', { title: 'Text', nodeIds: [nodeOf(project, about, 'h1')] })
  expect(await stale(project, tr)).toEqual([])
  await call(project, 'createComponent', { title: 'Metin', nodeIds: [nodeOf(project, tr, 'h1')] })
  expect(await stale(project, tr)).toEqual([])
})

it('settings of the page that readers see are texts too', async () => {
  const { project, about, tr } = await setUp()
  await call(project, 'setPageSettings', { pageId: about, description: 'A bakery' })
  const [found] = await stale(project, tr)
  expect(found).toMatchObject({ kind: 'new', nodeId: about, attribute: 'description', source: 'A bakery' })
  await call(project, 'updateTranslation', {
    pageId: tr,
    texts: [{ nodeId: about, attribute: 'description', text: 'Bir fırın' }],
  })
  expect(project.site.get(`page:${tr}/description`)).toBe('Bir fırın')
  await call(project, 'setPageSettings', { pageId: about, description: 'An old bakery' })
  expect(await stale(project, tr)).toMatchObject([{ kind: 'changed', nodeId: tr, attribute: 'description' }])
})

it('is published in its language, with the addresses of the others, and pages of one language list each other', async () => {
  const { project, home, about, tr } = await setUp()
  await call(project, 'setSiteSettings', { baseUrl: 'https://example.com' })
  await call(project, 'insertHtml', {
    parentId: readTree(draftOf(project, home)).root,
    html: '<atelier-loop data-source-id="pages"><i>{currentEntry.permalink}</i></atelier-loop>',
  })
  await call(project, 'duplicatePage', { pageId: home, title: 'Ana sayfa', locale: 'tr' })
  await call(project, 'setPageTemplate', {
    pageId: (await frame(project, 'Frame')).pageId,
    target: { kind: 'everywhere' },
  })
  const template = pageId(project, 'Frame')
  await call(project, 'duplicatePage', { pageId: template, title: 'Çerçeve', locale: 'tr' })
  const inTurkish = nodeOf(project, pageId(project, 'Çerçeve'), 'Menu')
  await call(project, 'setTexts', { texts: [{ nodeId: inTurkish, text: 'Menü' }] })

  const pages = [...project.pages].map(([id, view]) => ({ id, view }))
  const { files } = await publishSite({ site: project.site, pages })
  const text = (path: string) => files.find((each) => each.path === path)?.text ?? ''
  const [english, turkish] = [text('about/index.html'), text('tr/about/index.html')]
  expect(turkish).toContain('<html lang="tr">')
  expect(turkish).toContain('<link rel="canonical" href="https://example.com/tr/about/">')
  for (const html of [english, turkish]) {
    expect(html).toContain('<link rel="alternate" hreflang="en" href="https://example.com/about/">')
    expect(html).toContain('<link rel="alternate" hreflang="tr" href="https://example.com/tr/about/">')
    expect(html).toContain('<link rel="alternate" hreflang="x-default" href="https://example.com/about/">')
  }
  expect(text('contact/index.html')).not.toContain('hreflang')
  expect(english).toContain('<nav>Menu</nav>')
  expect(turkish).toContain('<nav>Menü</nav>')
  expect(text('sitemap.xml')).toContain('https://example.com/tr/about/')
  expect(text('index.html')).toContain('<i>/</i><i>/about/</i><i>/contact/</i>')
  expect(text('tr/index.html')).toContain('<i>/tr/</i><i>/tr/about/</i><i>/contact/</i>')
  expect(pageEntry(project.site, about)?.source).toBeUndefined()
  expect(tr).not.toBe(about)
})

async function frame(project: TestProject, title: string): Promise<{ pageId: string }> {
  const { pageId: id } = project.addPage('<nav>Menu</nav><atelier-outlet></atelier-outlet>', { title, slug: 'frame' })
  return { pageId: id }
}

function pageId(project: TestProject, title: string): string {
  return [...project.pages.keys()].find((id) => pageEntry(project.site, id)?.title === title) ?? ''
}

type Edit = { kind: 'change' | 'delete' | 'insert' | 'move' | 'restore'; at: number; to: number }

it('lists exactly what changed, came or went, after any edits of the source', async () => {
  const edit = fc.record<Edit>({
    kind: fc.constantFrom('change', 'delete', 'insert', 'move', 'restore'),
    at: fc.nat(30),
    to: fc.nat(30),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 12 }), async (edits) => {
      const { project, about, tr } = await setUp()
      const textsOf = () =>
        [...readTree(draftOf(project, about)).walk()].flatMap(({ id, kind, text, parent }) =>
          kind === 'text' && text.trim() !== '' ? [{ id, text, parent }] : [],
        )
      const skipped = nodeOf(project, about, 'Atelier')
      const before = new Map(textsOf().map(({ id, text }) => [id, text]))
      const deleted: string[] = []
      for (const [i, { kind, at, to }] of edits.entries()) {
        const texts = textsOf().filter(({ id }) => id !== skipped)
        const one = texts[at % Math.max(1, texts.length)]
        const other = texts[to % Math.max(1, texts.length)]
        const main = nodeOf(project, about, 'main')
        if (kind === 'insert') {
          await project.call('insertHtml', { parentId: main, html: `<p>new ${i}</p>`, index: to % 4 })
        } else if (kind === 'restore') {
          const key = deleted.pop()
          if (key !== undefined) draftOf(project, about).set(`${key}/deleted`, false as Json)
        } else if (one && kind === 'change') {
          await project.call('setTexts', {
            texts: [{ nodeId: one.id, text: to % 3 === 0 ? (before.get(one.id) ?? 'x') : `other ${i}` }],
          })
        } else if (one && kind === 'delete' && one.parent !== main) {
          await project.call('deleteNode', { nodeId: one.parent })
          deleted.push(one.parent)
        } else if (one && other && kind === 'move' && one.parent !== main) {
          await project.call('moveNode', { nodeId: one.parent, newParentId: main, newIndex: to % 5 })
        }
      }
      const after = new Map(textsOf().map(({ id, text }) => [id, text]))
      const expected = [
        ...[...before].flatMap(([id, text]) => {
          const now = after.get(id)
          return id === skipped || now === text ? [] : [now === undefined ? `gone ${text}` : `changed ${text} → ${now}`]
        }),
        ...[...after].flatMap(([id, text]) => (before.has(id) ? [] : [`new ${text}`])),
      ]
      const image = [...readTree(draftOf(project, about)).walk()].some(({ tag }) => tag === 'img')
      if (!image) expected.push('gone Our oven')
      const found = (await stale(project, tr)).map(({ kind, before: was = '', source }) =>
        kind === 'new' ? `new ${source}` : kind === 'gone' ? `gone ${was}` : `${kind} ${was} → ${source}`,
      )
      expect(found.toSorted()).toEqual(expected.toSorted())
    }),
    { numRuns: numRuns(20, 120) },
  )
}, 60_000)

it('a run reads texts whole with the terms that they use, and leaves what a person has translated', async () => {
  const { project, tr } = await setUp(false)
  const vocabulary = {
    bread: { en: 'bread', tr: 'ekmek' },
    oven: { en: 'Our oven', tr: 'Fırınımız' },
    jam: { tr: 'reçel' },
  }
  const content = createTestContent()
  const services = {
    content: { describe: async () => undefined, load: content.load, vocabulary: async () => vocabulary },
  }
  const read = async (more: object = {}) => {
    const result = await project.call('listStaleTexts', { pageId: tr, whole: true, ...more }, { services })
    return record(result.ok ? result.data : undefined)
  }
  const all = await read()
  expect(all.vocabulary).toEqual([
    { from: 'bread', to: 'ekmek' },
    { from: 'Our oven', to: 'Fırınımız' },
  ])
  const texts: Stale[] = Array.isArray(all.texts) ? all.texts : []
  const [heading, second] = texts.filter(({ kind }) => kind === 'untranslated')
  expect((await read({ offset: texts.length - 1 })).texts).toEqual(texts.slice(-1))
  expect(await read({ kinds: ['changed'] })).toMatchObject({ texts: [], left: 0, translations: [{ words: 0 }] })
  // Somebody translates the first one by hand while the run is at work.
  const pick = (each: Stale | undefined, text: string) => ({
    nodeId: each?.nodeId ?? '',
    ...(each?.attribute === undefined ? {} : { attribute: each.attribute }),
    text,
  })
  await call(project, 'updateTranslation', { pageId: tr, texts: [pick(heading, 'Elle')] })
  const answer = await project.call(
    'updateTranslation',
    { pageId: tr, texts: [pick(heading, 'Makine'), pick(second, 'İkinci')] },
    { actor: { kind: 'agent', userId: 'u', runId: 'r' } },
  )
  expect(answer).toMatchObject({ ok: true, data: { nodeIds: [second?.nodeId] }, warnings: [expect.any(String)] })
  const left = await stale(project, tr)
  expect(left.map(({ nodeId, attribute }) => `${nodeId} ${attribute}`)).not.toContain(
    `${heading?.nodeId} ${heading?.attribute}`,
  )
  const { html } = await call(project, 'getNodeHtml', { nodeId: tr })
  expect(
    JSON.stringify([html, [...project.site.keys(`page:${tr}`)].map((key) => project.site.get(key))]),
  ).not.toContain('Makine')
})
