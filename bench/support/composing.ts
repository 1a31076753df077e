import { createMemoryView, type Draft } from '@atelier/documents'
import { composePage, createSite, importPage, listComponent, listPage, type PageTree, readTree } from '@atelier/site'
import { medianTime, round2 } from './verdict.ts'

const ITEMS = 1_000
const RUNS = 7

/** A loop through so many pages, and as many instances of a component, each composed again: CPU milliseconds, medians. */
export async function composing(newId: () => string): Promise<{ loopMs: number; componentsMs: number }> {
  const site = createMemoryView()
  createSite(site, { name: 'Bench' })
  const views = new Map<string, Draft>()
  const fill = (id: string, html: string) => {
    const view = createMemoryView()
    importPage(site, view, { html, newId })
    views.set(id, view)
  }
  for (let i = 0; i < ITEMS; i += 1) listPage(site, { id: newId(), title: `Loaf ${i}`, slug: `loaf-${i}` })
  const component = listComponent(site, { id: newId(), title: 'Card' })
  fill(component.id, '<article class="card"><h3>{params.title}</h3><p>Baked daily.</p></article>')
  const compose = async (slug: string, html: string, expected: number) => {
    const entry = listPage(site, { id: newId(), title: slug, slug })
    fill(entry.id, html)
    const time = await medianTime(RUNS, () => {
      const trees = new Map<string, PageTree>()
      const tree = (id: string) => {
        const view = views.get(id)
        const known = trees.get(id) ?? (view && readTree(view))
        if (known) trees.set(id, known)
        return known
      }
      const { body } = composePage(entry, { site, tree })
      const count = body.split('<h3>').length - 1
      if (count < expected) throw new Error(`${slug} shows ${count} of ${expected}.`)
    })
    return round2(time.cpu)
  }
  const loop =
    '<atelier-loop data-source-id="pages"><article><h3>{currentEntry.title}</h3><a href="{currentEntry.permalink}">More</a></article></atelier-loop>'
  const instances = Array.from(
    { length: ITEMS },
    (_, i) => `<atelier-component ref="${component.id}" param-title="Loaf ${i}"></atelier-component>`,
  )
  return { loopMs: await compose('loop', loop, ITEMS), componentsMs: await compose('parts', instances.join(''), ITEMS) }
}
