import { createMemoryView, type Draft, openLocal, runLocally, type View } from '@atelier/documents'
import {
  createSite,
  importPage,
  listPage,
  parseHtml,
  printInnerHtml,
  readTree,
  type SiteContext,
  siteOperations,
} from '@atelier/site'
import { parseFragment, serialize } from 'parse5'
import * as Y from 'yjs'

const card = (i: number) =>
  `<article class="card card-${i % 7}" id="c${i}"><h3>Loaf no. ${i}</h3><p>Baked &amp; sold by <b>hand</b>, daily.</p><a href="/p/${i}?a=1&amp;b=2">More</a></article>\n`
const section =
  '<section class="new"><h2>New</h2><p>Text <a href="/">link</a></p><ul><li>1</li><li>2</li></ul></section>'

/**
 * The HTML engine in Node: a page of about 270 kB in and out, side by side with parse5 alone; reading the tree whole and
 * carried on; and the latency of single edits on pages of about 1,000, 10,000 and 50,000 nodes. Milliseconds, medians
 * where nothing else is said.
 */
export async function run(): Promise<object> {
  const source = page(270_000)
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
    readTree: median(7, () => readTree(afresh(large.page))),
    readTreeAgain: again(large.page),
    warm: (await edits(page(12_500), newId)).nodes,
    edits: {
      at1k: await edits(page(12_500), newId),
      at10k: await edits(page(138_000), newId),
      at50k: await edits(page(706_000), newId),
    },
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

/** A page open in a tab, on Yjs, on which operations are run as the studio runs them. */
function openPage(html: string, newId: () => string) {
  const { site, page: loaded, entry, rootNodeId } = load(html, newId)
  const [shell, page] = [openLocal(new Y.Doc()), openLocal(new Y.Doc())]
  shell.apply([...site.keys()].map((key) => ({ key, after: site.get(key) })))
  page.apply([...loaded.keys()].map((key) => ({ key, after: loaded.get(key) })))
  const locals = { open: (id: string) => (id === entry.id ? page : shell) }
  return {
    page,
    rootNodeId,
    async call(name: string, input: unknown): Promise<void> {
      const operation = siteOperations.find((each) => each.name === name)
      const { result } = await runLocally(locals, async (drafts) => {
        const draft = await drafts.open('site')
        if (!draft || !operation) throw new Error(`${name} cannot be run.`)
        const context: SiteContext = {
          actor: { kind: 'hand', userId: 'bench' },
          now: () => 0,
          newId,
          site: draft,
          drafts,
          editor: { documentId: entry.id },
        }
        const envelope = await operation.run(context, input)
        return { result: envelope, commit: envelope.ok }
      })
      if (!result.ok) throw new Error(`${name} failed: ${JSON.stringify(result)}`)
    },
  }
}

/**
 * One operation each from its call until the page's tree shows it: on a draft, its patches written to Yjs, and the tree
 * read again. p50 and p95 of 200 calls in milliseconds, garbage collection included; the code is warm, as in a tab that
 * has been worked in.
 */
async function edits(html: string, newId: () => string) {
  const { page, rootNodeId, call } = openPage(html, newId)
  const first = readTree(page.view)
  const nodes = [...first.walk()]
  const all = (tag: string) => nodes.filter((node) => node.tag === tag).map((node) => node.id)
  const [paragraphs, links, cards] = [all('b'), all('a'), all('article')]
  const pick = (list: readonly string[], i: number) => list[(i * 37) % list.length] ?? ''
  const measure = async (body: (i: number) => Promise<void>, runs = 200) => {
    const times: number[] = []
    for (let i = 0; i < runs; i += 1) {
      const start = performance.now()
      await body(i)
      readTree(page.view).node(rootNodeId)
      times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    return { p50: round(times[runs >> 1]), p95: round(times[Math.floor(runs * 0.95)]) }
  }
  return {
    nodes: nodes.length,
    text: await measure((i) => call('updateNodeProps', { nodeId: pick(paragraphs, i), patch: { text: `hand ${i}` } })),
    attribute: await measure((i) => call('updateNodeProps', { nodeId: pick(links, i), patch: { href: `/${i}` } })),
    move: await measure((i) => call('moveNode', { nodeId: pick(cards, i), newParentId: rootNodeId, newIndex: i % 90 })),
    insert: await measure(() => call('insertHtml', { parentId: rootNodeId, html: section })),
    delete: await measure((i) => call('deleteNode', { nodeId: links[i] ?? '' }), Math.min(200, links.length)),
  }
}

/** The same view, read for the first time. */
function afresh({ get, has, keys }: View): View {
  return { get, has, keys }
}

/** One text changed in a page that was read before, and the tree read again. */
function again(view: Draft): number {
  const text = [...readTree(view).walk()].find(({ kind }) => kind === 'text')?.id ?? ''
  let count = 0
  return median(99, () => {
    count += 1
    view.set(`${text}/text`, `text ${count}`)
    readTree(view).node(text)
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
