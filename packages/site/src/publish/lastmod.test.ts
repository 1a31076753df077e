import { createMemoryView, type Draft, plainView } from '@atelier/documents'
import { expect, test } from 'vitest'
import { countingIds } from '../../testing/memoryDraft.ts'
import { field } from '../document/node.ts'
import { createSite, listPage } from '../document/pages.ts'
import { readTree } from '../document/tree.ts'
import { importPage } from '../import/page.ts'
import type { ReleaseRecord } from './record.ts'
import { renderRelease } from './release.ts'

/** A site of two pages, the first of which lists both, published again and again: the days of their last changes. */
function publishing() {
  const site = createMemoryView()
  const newId = countingIds('n')
  const views = new Map<string, { head: number; view: Draft }>()
  createSite(site, { name: 'Test' })
  const add = (title: string, html: string) => {
    const id = newId()
    const view = createMemoryView()
    listPage(site, { id, title, slug: title.toLowerCase() })
    importPage(site, view, { html, newId })
    views.set(id, { head: 1, view })
    return id
  }
  add('Index', '<atelier-loop data-source-id="pages"><i>{currentEntry.title}</i></atelier-loop>')
  const about = add('About', '<p class="a">Words</p>')
  let previous: ReleaseRecord | undefined
  const write = (work: (page: Draft, text: string) => void) => {
    const page = views.get(about)
    if (!page) throw new Error('no such page')
    const text = [...readTree(page.view).walk()].find(({ kind }) => kind === 'text')
    work(page.view, text?.id ?? '')
    page.head += 1
  }
  const publish = async (day: number) => {
    const { record, files } = await renderRelease(
      {
        site: structuredClone(plainView(site)),
        heads: new Map([...views].map(([id, { head }]) => [id, head])),
        load: async (ids) =>
          new Map(
            ids.flatMap((id) => {
              const found = views.get(id)
              return found ? [[id, { head: found.head, fields: plainView(found.view) }] as const] : []
            }),
          ),
      },
      { now: Date.UTC(2026, 0, day), baseUrl: 'https://x.example', ...(previous ? { previous } : {}) },
    )
    previous = record
    const map = files.find(({ path }) => path === 'sitemap.xml')
    const text = map && 'text' in map ? map.text : ''
    return Object.fromEntries(
      [...text.matchAll(/<loc>https:\/\/x.example(.*?)<\/loc><lastmod>2026-01-0(\d)T/g)].map(([, url, at]) => [
        url,
        Number(at),
      ]),
    )
  }
  return { site, about, write, publish }
}

test('dates a page’s last change by what visitors see', async () => {
  const { site, about, write, publish } = publishing()
  expect(await publish(1)).toEqual({ '/': 1, '/about/': 1 })
  write((page, text) => page.set(field.text(text), 'Other words'))
  write((page, text) => page.delete(field.text(text)))
  expect(await publish(2)).toEqual({ '/': 1, '/about/': 1 })
  write((page, text) => page.set(field.label(text), 'A name for the editor'))
  expect(await publish(3)).toEqual({ '/': 1, '/about/': 1 })
  write((page, text) => page.set(field.text(text), 'Other words'))
  expect(await publish(4)).toEqual({ '/': 1, '/about/': 4 })
  // Pages that list the page show its new title, too.
  site.set(`page:${about}/title`, 'About us')
  expect(await publish(5)).toEqual({ '/': 5, '/about/': 5 })
  site.set('rule:x', { kind: 'style', selector: '.a', at: 'a0', declarations: [['0', 'a0', '', 'color: red']] })
  expect(await publish(6)).toEqual({ '/': 5, '/about/': 5 })
})
