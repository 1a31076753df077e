import { createMemoryView, openLocal, runLocally } from '@atelier/documents'
import { createSite, importPage, listPage, parseHtml, readTree, type SiteContext, siteOperations } from '@atelier/site'
import { parseFragment } from 'parse5'
import * as Y from 'yjs'
import { judge, medianTime, quantile, round2, type Time, timed } from './support/verdict.ts'

const card = (i: number) =>
  `<article class="card card-${i % 7}" id="c${i}"><h3>Loaf no. ${i}</h3><p>Baked &amp; sold by <b>hand</b>, daily.</p><a href="/p/${i}?a=1&amp;b=2">More</a></article>\n`
const section =
  '<section class="new"><h2>New</h2><p>Text <a href="/">link</a></p><ul><li>1</li><li>2</li></ul></section>'

const RUNS = 200

/**
 * The HTML engine in Node: a page of 1 MB read into nodes, side by side with parse5 alone; a stored page of 5,000 nodes
 * opened, and read as an agent reads it; and single edits on pages of 1,000, 10,000 and 50,000 nodes. Milliseconds of the
 * main thread's own CPU time, garbage collection included; medians where nothing else is said.
 */
export async function run(): Promise<object> {
  const source = page(1_000_000)
  let counter = 0
  const newId = () => `b${(counter++).toString(36).padStart(9, '0')}`
  const parsing: Time[] = []
  const reading: Time[] = []
  // In turns, so that both have the same machine.
  for (let i = 0; i < 9; i += 1) {
    parsing.push(await timed(() => parseFragment(source)))
    reading.push(await timed(() => parseHtml(source)))
  }
  const importing = await medianTime(3, () => load(source, newId))
  const [parse5, intoNodes] = [quantile(parsing, 0.5).cpu, quantile(reading, 0.5).cpu]

  const five = openPage(page(68_000), newId)
  const update = Y.encodeStateAsUpdate(five.page.doc)
  const fiveNodes = [...readTree(five.page.view).walk()].length
  const opening = await medianTime(9, () => {
    const doc = new Y.Doc()
    Y.applyUpdate(doc, update)
    const tree = readTree(openLocal(doc).view)
    if (tree.root === '') throw new Error('The page was not read.')
  })
  const asked = await medianTime(15, () => five.call('read_document', {}))

  await edits(page(12_500), newId)
  const sizes: Record<string, Awaited<ReturnType<typeof edits>>> = {}
  for (const [name, bytes] of [
    ['1,000', 13_500],
    ['10,000', 140_000],
    ['50,000', 712_000],
  ] as const) {
    sizes[name] = await edits(page(bytes), newId)
  }
  const limits: Record<string, number> = { '1,000': 1, '10,000': 2, '50,000': 5 }
  const figures = {
    bytes: source.length,
    parse5Ms: round2(parse5),
    intoNodesMs: round2(intoNodes),
    importPageMs: round2(importing.cpu),
    openedNodes: fiveNodes,
    openMs: round2(opening.cpu),
    readDocumentMs: round2(asked.cpu),
    edits: sizes,
  }
  return {
    ...figures,
    ...judge({
      'import of 1 MB against parse5': { value: Math.round((parse5 / intoNodes) * 100), unit: '%', least: 70 },
      'opening 5,000 nodes': { value: figures.openMs, unit: 'ms', most: 150 },
      'read_document of 5,000 nodes': { value: figures.readDocumentMs, unit: 'ms', most: 50 },
      ...Object.fromEntries(
        Object.entries(sizes).map(([name, { slowest }]) => [
          `p95 of an operation at ${name} nodes`,
          { value: slowest, unit: 'ms', most: limits[name] ?? 0 },
        ]),
      ),
    }),
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
 * read again; the p95 of each kind, and of the slowest kind. The code is warm, as in a tab that has been worked in.
 */
async function edits(html: string, newId: () => string) {
  const { page, rootNodeId, call } = openPage(html, newId)
  const nodes = [...readTree(page.view).walk()]
  const all = (tag: string) => nodes.filter((node) => node.tag === tag).map((node) => node.id)
  const [bold, links, articles] = [all('b'), all('a'), all('article')]
  const pick = (list: readonly string[], i: number) => list[(i * 37) % list.length] ?? ''
  const measure = async (body: (i: number) => Promise<void>, runs = RUNS) => {
    const times: Time[] = []
    for (let i = 0; i < runs; i += 1) {
      times.push(
        await timed(async () => {
          await body(i)
          readTree(page.view).node(rootNodeId)
        }),
      )
    }
    return { p50: round2(quantile(times, 0.5).cpu), p95: round2(quantile(times, 0.95).cpu) }
  }
  const kinds = {
    text: await measure((i) => call('updateNodeProps', { nodeId: pick(bold, i), patch: { text: `hand ${i}` } })),
    attribute: await measure((i) => call('updateNodeProps', { nodeId: pick(links, i), patch: { href: `/${i}` } })),
    move: await measure((i) =>
      call('moveNode', { nodeId: pick(articles, i), newParentId: rootNodeId, newIndex: i % 90 }),
    ),
    insert: await measure(() => call('insertHtml', { parentId: rootNodeId, html: section })),
    delete: await measure((i) => call('deleteNode', { nodeId: links[i] ?? '' }), Math.min(RUNS, links.length)),
  }
  return { nodes: nodes.length, ...kinds, slowest: Math.max(...Object.values(kinds).map(({ p95 }) => p95)) }
}
