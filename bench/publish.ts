import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createMemoryView, plainView } from '@atelier/documents'
import { createSite, importPage, listPage, renderRelease, upsertCss } from '@atelier/site'
import { createReleaseFolder } from '../apps/server/src/publish/folder.ts'
import { cards, type Stored, sourceOf, writeStored } from './support/publishing.ts'
import { judge, medianTime, round2, timed } from './support/verdict.ts'

const PAGES = 1_000
const NODES = 150
const LARGE_NODES = 55_000
const ROUNDS = 15

/**
 * Publishing from stored projections, which are JSON text as in the database, parsed again each time. A site of 1,000
 * pages of 150 nodes as a whole; the same with one page changed: rendering, and a publication with everything on the disk,
 * synchronised, both where the server made the release before itself and where it was started since; and one page of
 * 50,000 nodes. Peak memory of a process that does all of it and nothing else. Milliseconds of the main thread's own CPU
 * time, medians: on a machine that is busy otherwise the clock says nothing about a program; "Wall" is what it says.
 */
export async function run(): Promise<object> {
  const many = storedSite(PAGES, NODES)
  const large = storedSite(1, LARGE_NODES)
  const { pages } = many.stored
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  let folder = createReleaseFolder(dataDir)
  try {
    const whole = await medianTime(5, () => renderRelease(sourceOf(many.stored)))
    const first = await renderRelease(sourceOf(many.stored))
    const firstMs = await timed(() => folder.write('p', 'r0', first))
    await folder.goLive('p', 'r0')
    const changed = [...pages.keys()][PAGES >> 1] ?? ''
    let round = 0
    const touch = () => {
      round += 1
      const found = pages.get(changed)
      if (found) pages.set(changed, { head: found.head + 1, text: found.text.replace(/Loaf( \d+)*/, `Loaf ${round}`) })
    }
    const renderOne = await medianTime(ROUNDS, async () => {
      touch()
      await renderRelease(sourceOf(many.stored), { previous: first.record })
    })
    let live = 0
    const publish = async () => {
      touch()
      const [record, previous] = [await folder.record('p', `r${live}`), await folder.manifest('p', `r${live}`)]
      const release = await renderRelease(sourceOf(many.stored), record ? { previous: record } : {})
      if (release.report.rendered !== 1) throw new Error(`${release.report.rendered} pages were rendered`)
      live += 1
      await folder.write('p', `r${live}`, { ...release, previous })
      await folder.goLive('p', `r${live}`)
    }
    const publishOne = await medianTime(ROUNDS, publish)
    const publishCold = await medianTime(5, async () => {
      folder = createReleaseFolder(dataDir)
      await publish()
    })
    const largeMs = await medianTime(7, () => renderRelease(sourceOf(large.stored)))
    writeStored(join(dataDir, 'many'), many.stored)
    writeStored(join(dataDir, 'large'), large.stored)
    const child = fileURLToPath(new URL('./support/publishMemory.ts', import.meta.url))
    const peak = Number(execFileSync(process.execPath, [child, join(dataDir, 'many'), join(dataDir, 'large'), dataDir]))
    const figures = {
      pages: PAGES,
      nodesPerPage: many.nodes,
      wholeMs: round2(whole.cpu),
      pagesPerSecond: Math.round((PAGES / whole.cpu) * 1_000),
      writeWholeMs: round2(firstMs.cpu),
      writeWholeWallMs: round2(firstMs.wall),
      renderOneChangedMs: round2(renderOne.cpu),
      publishOneChangedMs: round2(publishOne.cpu),
      publishOneChangedWallMs: round2(publishOne.wall),
      publishOneAfterStartMs: round2(publishCold.cpu),
      largeNodes: large.nodes,
      largePageMs: round2(largeMs.cpu),
      memoryMb: peak,
    }
    return {
      ...figures,
      ...judge({
        '1,000 pages': { value: figures.pagesPerSecond, unit: 'pages/s', least: 1_000 },
        'one of 1,000 changed': { value: figures.publishOneChangedMs, unit: 'ms', most: 50 },
        'page of 50,000 nodes': { value: figures.largePageMs, unit: 'ms', most: 400 },
        memory: { value: figures.memoryMb, unit: 'MB', most: 400 },
      }),
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function storedSite(pages: number, nodesPerPage: number): { stored: Stored; nodes: number } {
  let counter = 0
  const newId = () => `p${(counter++).toString(36).padStart(9, '0')}`
  const site = createMemoryView()
  createSite(site, { name: 'Bench' })
  upsertCss(site, '.card { color: teal } h3 { margin: 0 }', newId)
  const stored: Stored['pages'] = new Map()
  let nodes = 0
  for (let i = 0; i < pages; i += 1) {
    const slug = i === 0 ? 'index' : `page-${i}`
    const id = newId()
    const view = createMemoryView()
    listPage(site, { id, title: slug, slug })
    importPage(site, view, { html: cards(i, nodesPerPage), newId })
    const fields = plainView(view)
    nodes = Object.keys(fields).length
    stored.set(id, { head: 1, text: JSON.stringify(fields) })
  }
  return { stored: { site: JSON.stringify(plainView(site)), pages: stored }, nodes }
}
