import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryView, type Json } from '@atelier/documents'
import { createSite, fieldsOf, importPage, listPage, renderRelease, type SiteSource, upsertCss } from '@atelier/site'
import { createReleaseFolder } from '../apps/server/src/publish/folder.ts'

const PAGES = 1_000
const NODES = 150
const LARGE_NODES = 50_000

/** What is asked of publishing: `bench/publish.ts` fails where a figure is beyond its limit. */
const limits = { pagesPerSecond: 1_000, onePageMs: 50, largePageMs: 400, memoryMb: 400 }

/**
 * Publishing from stored projections, which are JSON text as in the database, parsed anew each time. A site of 1,000
 * pages of 150 nodes as a whole; the same with one page changed: rendering, and rendering with everything on the disk,
 * synchronised, as a publication does it; and one page of 50,000 nodes. Peak memory of the process while doing so.
 * Milliseconds of the main thread's own CPU time, medians: on a machine that is busy otherwise the clock says nothing
 * about a program. Where files are written, "Wall" is what the clock says.
 */
export async function run(): Promise<object> {
  let counter = 0
  const newId = () => `p${(counter++).toString(36).padStart(9, '0')}`
  const site = createMemoryView()
  createSite(site, { name: 'Bench' })
  upsertCss(site, '.card { color: teal } h3 { margin: 0 }', newId)
  const stored = new Map<string, { head: number; text: string }>()
  const addPage = (slug: string, html: string) => {
    const id = newId()
    const view = createMemoryView()
    listPage(site, { id, title: slug, slug })
    importPage(site, view, { html, newId })
    stored.set(id, { head: 1, text: JSON.stringify(fieldsOf(view)) })
    return { id, nodes: [...view.keys()].length }
  }
  let nodes = 0
  for (let i = 0; i < PAGES; i += 1) nodes = addPage(i === 0 ? 'index' : `page-${i}`, cards(i, NODES)).nodes
  const large = newId()
  const siteText = () => JSON.stringify(fieldsOf(site))
  let siteStored = siteText()
  let peak = 0
  const watch = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  const source = (): SiteSource => ({
    site: parsed(siteStored),
    heads: new Map([...stored].map(([id, { head }]) => [id, head])),
    load: async (ids) => {
      watch()
      return new Map(
        ids.flatMap((id) => {
          const found = stored.get(id)
          return found ? [[id, { head: found.head, fields: parsed(found.text) }] as const] : []
        }),
      )
    },
  })

  const whole = await median(5, async () => void (await renderRelease(source())))
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  const folder = createReleaseFolder(dataDir)
  try {
    const first = await renderRelease(source())
    const firstMs = await timed(async () => void (await folder.write('p', 'r0', first)))
    await folder.goLive('p', 'r0')
    const changed = [...stored][500]?.[0] ?? ''
    let round = 0
    const touch = () => {
      round += 1
      const found = stored.get(changed)
      if (found) stored.set(changed, { head: found.head + 1, text: found.text.replace(/Loaf( \d+)*/, `Loaf ${round}`) })
    }
    const renderOne = await median(9, async () => {
      touch()
      await renderRelease(source(), { previous: first.record })
    })
    const publishOne = await median(9, async () => {
      touch()
      const from = `r${round - 10}`
      const id = `r${round - 9}`
      const [record, previous] = [await folder.record('p', from), await folder.manifest('p', from)]
      const release = await renderRelease(source(), record ? { previous: record } : {})
      if (release.report.rendered !== 1) throw new Error(`${release.report.rendered} pages were rendered`)
      await folder.write('p', id, { ...release, previous })
      await folder.goLive('p', id)
    })
    watch()
    const alone = createMemoryView()
    createSite(alone, { name: 'Bench' })
    listPage(alone, { id: large, title: 'Large', slug: 'index' })
    const view = createMemoryView()
    importPage(alone, view, { html: cards(0, LARGE_NODES), newId })
    const text = JSON.stringify(fieldsOf(view))
    siteStored = JSON.stringify(fieldsOf(alone))
    const largeNodes = [...view.keys()].length
    const largeMs = await median(5, async () => {
      await renderRelease({
        site: parsed(siteStored),
        heads: new Map([[large, 1]]),
        load: async () => new Map([[large, { head: 1, fields: parsed(text) }]]),
      })
      watch()
    })
    const figures = {
      pages: PAGES,
      nodesPerPage: nodes,
      wholeMs: round2(whole.cpu),
      pagesPerSecond: Math.round((PAGES / whole.cpu) * 1_000),
      writeWholeMs: round2(firstMs.cpu),
      writeWholeWallMs: round2(firstMs.wall),
      renderOneChangedMs: round2(renderOne.cpu),
      publishOneChangedMs: round2(publishOne.cpu),
      publishOneChangedWallMs: round2(publishOne.wall),
      largeNodes,
      largePageMs: round2(largeMs.cpu),
      memoryMb: Math.round(peak / 1e6),
    }
    const within =
      figures.pagesPerSecond >= limits.pagesPerSecond &&
      figures.publishOneChangedMs <= limits.onePageMs &&
      figures.largePageMs <= limits.largePageMs &&
      figures.memoryMb <= limits.memoryMb
    return { ...figures, limits, within }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A page of about so many nodes. */
function cards(page: number, nodes: number): string {
  let html = ''
  for (let i = 0; i < nodes / 12; i += 1) {
    html += `<article class="card" id="c${i}"><h3>Loaf no. ${page}.${i}</h3><p>Baked &amp; sold by <b>hand</b>, daily.</p><a href="/p/${i}?a=1&amp;b=2">More</a></article>\n`
  }
  return html
}

function parsed(text: string): Readonly<Record<string, Json>> {
  return JSON.parse(text)
}

async function timed(body: () => Promise<void>): Promise<{ cpu: number; wall: number }> {
  const start = performance.now()
  const before = process.threadCpuUsage()
  await body()
  const used = process.threadCpuUsage(before)
  return { cpu: (used.user + used.system) / 1_000, wall: performance.now() - start }
}

async function median(runs: number, body: () => Promise<void>): Promise<{ cpu: number; wall: number }> {
  const times: { cpu: number; wall: number }[] = []
  for (let i = 0; i < runs; i += 1) times.push(await timed(body))
  const middle = (values: number[]) => values.sort((a, b) => a - b)[runs >> 1] ?? 0
  return { cpu: middle(times.map(({ cpu }) => cpu)), wall: middle(times.map(({ wall }) => wall)) }
}

const round2 = (value: number) => Math.round(value * 100) / 100
