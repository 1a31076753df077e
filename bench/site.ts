import { createMemoryView, createOverlay } from '@atelier/documents'
import {
  createSite,
  importPage,
  listPage,
  parseHtml,
  printInnerHtml,
  readTree,
  type SiteContext,
  siteOperations,
  trackTree,
} from '@atelier/site'
import { parseFragment, serialize } from 'parse5'

const card = (i: number) =>
  `<article class="card card-${i % 7}" id="c${i}"><h3>Loaf no. ${i}</h3><p>Baked &amp; sold by <b>hand</b>, daily.</p><a href="/p/${i}?a=1&amp;b=2">More</a></article>\n`
const section =
  '<section class="new"><h2>New</h2><p>Text <a href="/">link</a></p><ul><li>1</li><li>2</li></ul></section>'

/**
 * The HTML engine in Node: a page of about 270 kB in and out, side by side with parse5 alone; reading the tree; and the
 * latency of one insertHtml on pages of about 1,000 and 10,000 nodes. Medians, in milliseconds.
 */
export async function run(): Promise<object> {
  const source = page(270_000)
  const parsed = parseHtml(source)
  let counter = 0
  const newId = () => `b${(counter++).toString(36).padStart(9, '0')}`
  const large = load(source, newId)
  const tree = readTree(large.page)
  return {
    bytes: source.length,
    nodes: [...tree.walk()].length,
    parse5: median(7, () => serialize(parseFragment(source))),
    parseHtml: median(7, () => parseHtml(source)),
    importPage: median(5, () => load(source, newId)),
    printHtml: median(7, () => printInnerHtml(tree, tree.root)),
    readTree: median(7, () => readTree(large.page)),
    trackedUpdate: tracked(large.page, parsed.nodes.length),
    insertHtml: { at1k: await inserts(page(12_500), newId), at10k: await inserts(page(135_000), newId) },
  }
}

function page(bytes: number): string {
  let html = ''
  for (let i = 0; html.length < bytes; i += 1) html += card(i)
  return html
}

function load(html: string, newId: () => string) {
  const site = createMemoryView()
  createSite(site, { name: 'Bench' })
  const entry = listPage(site, { id: newId(), title: 'Home', slug: 'index' })
  const view = createMemoryView()
  const { rootNodeId } = importPage(site, view, { html, newId })
  return { site, page: view, entry, rootNodeId }
}

async function inserts(html: string, newId: () => string): Promise<{ nodes: number; median: number; p95: number }> {
  const { site, page: view, entry, rootNodeId } = load(html, newId)
  const insertHtml = siteOperations.find(({ name }) => name === 'insertHtml')
  const times: number[] = []
  for (let i = 0; i < 25; i += 1) {
    const draft = createOverlay(view)
    const context: SiteContext = {
      actor: { kind: 'agent', userId: 'bench' },
      now: () => 0,
      newId,
      site: createOverlay(site),
      drafts: { open: async (id) => (id === entry.id ? draft : undefined), create: () => draft },
      editor: { documentId: entry.id },
    }
    const start = performance.now()
    const result = await insertHtml?.run(context, { parentId: rootNodeId, html: section })
    if (!result?.ok) throw new Error('The insert failed.')
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  return { nodes: [...readTree(view).walk()].length, median: round(times[12]), p95: round(times[23]) }
}

/** One text changed in a tree that is followed, with the tree read again. */
function tracked(view: ReturnType<typeof createMemoryView>, runs: number): number {
  const follower = trackTree(view)
  const text = [...follower.tree().walk()].find(({ kind }) => kind === 'text')
  if (!text) return 0
  let count = runs
  return median(9, () => {
    count += 1
    view.set(`${text.id}/text`, `text ${count}`)
    follower.update([`${text.id}/text`])
    follower.tree()
  })
}

function median(runs: number, body: () => unknown): number {
  const times: number[] = []
  for (let i = 0; i < runs; i += 1) {
    const start = performance.now()
    body()
    times.push(performance.now() - start)
  }
  return round(times.sort((a, b) => a - b)[Math.floor(runs / 2)])
}

function round(time: number | undefined): number {
  return Math.round((time ?? 0) * 100) / 100
}
