import { createMemoryView, type Draft, plainView } from '@atelier/documents'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import { countingIds } from '../../testing/memoryDraft.ts'
import { createSite, documents, listComponent, listPage, pages, uniqueSlug } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { importPage } from '../import/page.ts'
import { upsertCss } from '../sheet/upsert.ts'
import type { ReleaseFile } from './files.ts'
import type { ReleaseRecord } from './record.ts'
import { recordRedirect } from './redirects.ts'
import { type RenderedRelease, renderRelease, type SiteSource } from './release.ts'

/** A site with its documents, each with a head that counts its changes. */
function createWorld() {
  const newId = countingIds('n')
  const site = createMemoryView()
  const views = new Map<string, { head: number; view: Draft }>()
  createSite(site, { name: 'Test' })
  const world = {
    site,
    newId,
    views,
    add(title: string, html: string): string {
      const id = newId()
      const view = createMemoryView()
      listPage(site, { id, title, slug: uniqueSlug(site, title.toLowerCase()) })
      importPage(site, view, { html, newId })
      views.set(id, { head: 1, view })
      return id
    },
    addComponent(title: string, html: string): string {
      const id = newId()
      const view = createMemoryView()
      listComponent(site, { id, title })
      importPage(site, view, { html, newId })
      views.set(id, { head: 1, view })
      return id
    },
    source(): SiteSource {
      return {
        site: structuredClone(plainView(site)),
        heads: new Map([...views].map(([id, { head }]) => [id, head])),
        load: async (ids) =>
          new Map(
            ids.flatMap((id) => {
              const found = views.get(id)
              return found ? [[id, { head: found.head, fields: structuredClone(plainView(found.view)) }] as const] : []
            }),
          ),
      }
    },
  }
  world.add('Index', '<h1>Home</h1><atelier-loop data-source-id="pages"><p>{currentEntry.title}</p></atelier-loop>')
  const card = world.addComponent('Card', '<article class="card"><h2>Card</h2></article>')
  world.add('About', `<p>About {site.name}</p><atelier-component ref="${card}"></atelier-component>`)
  const around = world.add('Around', '<header>Top</header><atelier-outlet></atelier-outlet>')
  site.set(`page:${around}/template`, { target: { kind: 'everywhere' }, priority: 1 })
  world.add('Plain', '<p>Plain</p>')
  site.set('color:c', { slug: 'ink', lightValue: '#111', darkValue: '#eee', at: 'a0' })
  site.set('scale:space', {})
  return world
}

type World = ReturnType<typeof createWorld>

const settings = ['name', 'language', 'baseUrl', 'favicon', 'robots', 'metaDescription'] as const
const fields = ['description', 'metaTitle', 'canonical', 'ogTitle', 'ogImage', 'noindex', 'inFeed', 'hidden'] as const

const step = fc.oneof(
  fc.record({ kind: fc.constant('text' as const), page: fc.nat(), text: fc.string({ maxLength: 12 }) }),
  fc.record({ kind: fc.constant('title' as const), page: fc.nat(), text: fc.string({ maxLength: 12 }) }),
  fc.record({ kind: fc.constant('slug' as const), page: fc.nat(), text: fc.stringMatching(/^[a-z]{1,6}(\.html)?$/) }),
  fc.record({
    kind: fc.constant('setting' as const),
    name: fc.constantFrom(...settings),
    text: fc.string({ maxLength: 8 }),
  }),
  fc.record({
    kind: fc.constant('base' as const),
    text: fc.constantFrom('https://a.example', 'https://b.example', ''),
  }),
  fc.record({
    kind: fc.constant('field' as const),
    page: fc.nat(),
    name: fc.constantFrom(...fields),
    on: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('css' as const), text: fc.stringMatching(/^[a-z]{1,5}$/) }),
  fc.record({ kind: fc.constant('ownCss' as const), page: fc.nat(), text: fc.stringMatching(/^[a-z]{1,5}$/) }),
  fc.record({
    kind: fc.constant('asks' as const),
    page: fc.nat(),
    name: fc.constantFrom('--ink', '--ink-50', '--space-m', '--none'),
  }),
  fc.record({ kind: fc.constant('cssAsks' as const), name: fc.constantFrom('--ink-d-1', '--space-s') }),
  fc.record({ kind: fc.constant('add' as const), text: fc.stringMatching(/^[a-z]{1,6}$/) }),
  fc.record({ kind: fc.constant('delete' as const), page: fc.nat() }),
  fc.record({
    kind: fc.constant('template' as const),
    page: fc.nat(),
    target: fc.constantFrom('everywhere', 'notFound', ''),
  }),
  fc.record({ kind: fc.constant('media' as const), text: fc.stringMatching(/^[a-z]{1,5}$/) }),
)

function apply(world: World, change: typeof step extends fc.Arbitrary<infer Step> ? Step : never): void {
  const { site, views, newId } = world
  const all = documents(site)
  const chosen = 'page' in change ? all[change.page % all.length] : undefined
  switch (change.kind) {
    case 'text': {
      const found = chosen && views.get(chosen.id)
      const text = found && [...readTree(found.view).walk()].find(({ kind }) => kind === 'text')
      if (!found || !text) return
      found.view.set(`${text.id}/text`, change.text)
      found.head += 1
      return
    }
    case 'title':
      if (chosen) site.set(`page:${chosen.id}/title`, change.text)
      return
    case 'slug':
      if (!chosen || chosen.kind === 'component') return
      recordRedirect(site, chosen.slug, change.text, 1)
      site.set(`page:${chosen.id}/slug`, uniqueSlug(site, change.text, chosen.id))
      return
    case 'setting':
      site.set(`settings/${change.name}`, change.text)
      return
    case 'base':
      site.set('settings/baseUrl', change.text)
      return
    case 'field': {
      if (!chosen) return
      const isSwitch = ['noindex', 'inFeed', 'hidden'].includes(change.name)
      site.set(`page:${chosen.id}/${change.name}`, isSwitch ? change.on : change.on ? `/${change.name}` : null)
      return
    }
    case 'css':
      upsertCss(site, `.${change.text} { color: red }`, newId)
      return
    case 'asks': {
      const found = chosen && views.get(chosen.id)
      const element = found && [...readTree(found.view).walk()].findLast(({ kind }) => kind === 'element')
      if (!found || !element) return
      found.view.set(`${element.id}/attr:style`, `gap: var(${change.name})`)
      found.head += 1
      return
    }
    case 'cssAsks':
      upsertCss(site, `p { margin: var(${change.name}) }`, newId)
      return
    case 'ownCss':
      if (chosen)
        site.set(`rule:${newId()}`, { kind: 'style', at: 'a0', prelude: `.${change.text} `, sheet: chosen.id })
      return
    case 'add':
      world.add(change.text, `<p>${change.text}</p><a href="/x?a=1&amp;b">x</a>`)
      return
    case 'delete':
      if (chosen && pages(site).length > 1) site.set(`page:${chosen.id}/deleted`, true)
      return
    case 'template':
      if (!chosen || chosen.kind === 'component') return
      site.set(
        `page:${chosen.id}/template`,
        change.target === '' ? null : { target: { kind: change.target }, priority: 2 },
      )
      return
    case 'media':
      site.set(`media:${newId()}`, {
        name: change.text,
        path: `media/${change.text}.png`,
        hash: 'a'.repeat(64),
        type: 'image/png',
      })
  }
}

/** The files on disk after a release; kept files are those of the previous release. */
function carry(before: ReadonlyMap<string, ReleaseFile>, { files }: RenderedRelease): Map<string, ReleaseFile> {
  return new Map(
    files.map((file) => {
      const found = 'kept' in file ? before.get(file.path) : file
      if (!found) throw new Error(`${file.path} was to be kept, and is not there`)
      return [file.path, found]
    }),
  )
}

test('an incremental rendering after any changes equals a full one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      async (rounds) => {
        const world = createWorld()
        let previous: ReleaseRecord | undefined
        let files = new Map<string, ReleaseFile>()
        for (const [index, round] of [[], ...rounds].entries()) {
          for (const change of round) apply(world, change)
          const options = { now: index, address: 'http://test.localhost/', ...(previous ? { previous } : {}) }
          const next = await renderRelease(world.source(), options)
          const whole = await renderRelease(world.source(), { ...options, full: true })
          files = carry(files, next)
          expect([...files.values()]).toEqual(whole.files)
          expect(next.redirects).toEqual(whole.redirects)
          expect(next.report.problems).toEqual(whole.report.problems)
          previous = next.record
        }
      },
    ),
    { numRuns: numRuns(30, 240) },
  )
})

test('only what depends on a change is rendered', async () => {
  const world = createWorld()
  const first = await renderRelease(world.source())
  expect(first.report.rendered).toBe(first.report.pages)
  const again = await renderRelease(world.source(), { previous: first.record })
  expect(again.report.rendered).toBe(0)
  const renderedAfter = async (change: () => void) => {
    change()
    return (await renderRelease(world.source(), { previous: first.record })).report.rendered
  }
  const [, about, around] = pages(world.site)
  const edit = (id: string | undefined) => () => {
    const found = id === undefined ? undefined : world.views.get(id)
    if (found) found.head += 1
  }
  expect(await renderedAfter(edit(about?.id))).toBe(1)
  expect(await renderedAfter(edit(around?.id))).toBe(first.report.pages)
})

test('another version of the program renders everything again', async () => {
  const world = createWorld()
  const first = await renderRelease(world.source(), { renderer: '1' })
  const next = await renderRelease(world.source(), { renderer: '2', previous: first.record })
  expect(next.report.rendered).toBe(next.report.pages)
})

test('treats documents as new if their record does not count custom properties yet', async () => {
  const world = createWorld()
  const page = documents(world.site).findIndex(({ slug }) => slug === 'plain')
  apply(world, { kind: 'asks', page, name: '--space-m' })
  const first = await renderRelease(world.source())
  for (const uses of Object.values(first.record.classes)) delete uses.variables
  const disk = new Map(first.files.map((file) => [file.path, file]))
  const next = carry(disk, await renderRelease(world.source(), { previous: first.record }))
  const css = [...next.values()].map((file) => ('text' in file && file.path.endsWith('.css') ? file.text : '')).join('')
  expect(css).toContain('--space-m:')
  expect(css).not.toContain('--ink:')
})
