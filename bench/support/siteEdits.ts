import { type LocalDocument, openLocal, runLocalTransaction } from '@atelier/documents'
import { readTree, type SiteContext, siteOperations } from '@atelier/site'
import * as Y from 'yjs'
import { median, percentile } from './measured.ts'
import type { Loaded } from './sitePages.ts'
import { BATCH_MS, round2, timed } from './verdict.ts'

const section =
  '<section class="new"><h2>New</h2><p>Text <a href="/">link</a></p><ul><li>1</li><li>2</li></ul></section>'
/** Calls of a kind without a pause; more insertions would make a page of 1,000 nodes another one. */
const RUNS = 80

/** A page open in a tab, on Yjs, on which operations are run as the studio runs them. */
export interface OpenPage {
  page: LocalDocument
  rootNodeId: string
  /** The data of its answer; throws where that is an error. */
  call(name: string, input: unknown): Promise<unknown>
}

export function openPage({ site, page: loaded, entry, rootNodeId }: Loaded, newId: () => string): OpenPage {
  const [shell, page] = [openLocal(new Y.Doc()), openLocal(new Y.Doc())]
  shell.apply([...site.keys()].map((key) => ({ key, after: site.get(key) })))
  page.apply([...loaded.keys()].map((key) => ({ key, after: loaded.get(key) })))
  const locals = { open: (id: string) => (id === entry.id ? page : shell) }
  return {
    page,
    rootNodeId,
    async call(name, input) {
      const operation = siteOperations.find((each) => each.name === name)
      const { result } = await runLocalTransaction(locals, async (drafts) => {
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
        const envelope = await operation.run(context, input, undefined)
        return { result: envelope, commit: envelope.ok }
      })
      if (!result.ok) throw new Error(`${name} failed: ${JSON.stringify(result)}`)
      return result.data
    },
  }
}

/** Operations of one kind in one round, in milliseconds: the CPU time of all together, and each by the clock. */
interface Batch {
  cpu: number
  wall: number[]
}
export type EditTimes = Record<'text' | 'attribute' | 'move' | 'insert' | 'delete', Batch>

/**
 * One round of single operations, each from its call until the page's tree shows it: on a draft, its patches written to
 * Yjs, and the tree read again. Each kind runs until its batch is long enough for the CPU clock of any kernel. Leaves the
 * page as large as it was.
 */
export async function editRound({ page, rootNodeId, call }: OpenPage, round: number): Promise<EditTimes> {
  const nodes = [...readTree(page.view).walk()]
  const all = (tag: string) => nodes.filter((node) => node.tag === tag).map((node) => node.id)
  const [bold, links, articles] = [all('b'), all('a'), all('article')]
  const pick = (list: readonly string[], i: number) => list[((i + round) * 37) % list.length] ?? ''
  const times = newTimes()
  const measure = async (kind: keyof EditTimes, body: (i: number) => Promise<unknown>) => {
    const { wall } = times[kind]
    const { cpu } = await timed(async () => {
      for (let i = 0; i < RUNS; i += 1) {
        const from = performance.now()
        await body(wall.length)
        readTree(page.view).node(rootNodeId)
        wall.push(performance.now() - from)
      }
    })
    times[kind].cpu += cpu
  }
  const isShort = (kind: keyof EditTimes) => times[kind].cpu < BATCH_MS
  while (isShort('text'))
    await measure('text', (i) =>
      call('updateNodeProps', { nodeId: pick(bold, i), patch: { text: `hand ${round}.${i}` } }),
    )
  while (isShort('attribute'))
    await measure('attribute', (i) =>
      call('updateNodeProps', { nodeId: pick(links, i), patch: { href: `/${round}/${i}` } }),
    )
  while (isShort('move'))
    await measure('move', (i) =>
      call('moveNode', { nodeId: pick(articles, i), newParentId: rootNodeId, newIndex: (i + round) % 90 }),
    )
  while (isShort('insert') || isShort('delete')) {
    const made: string[] = []
    await measure('insert', async () => {
      made.push(...idsOf(await call('insertHtml', { parentId: rootNodeId, html: section })))
    })
    await measure('delete', () => call('deleteNode', { nodeId: made.shift() ?? '' }))
  }
  return times
}

const newTimes = (): EditTimes => ({
  text: { cpu: 0, wall: [] },
  attribute: { cpu: 0, wall: [] },
  move: { cpu: 0, wall: [] },
  insert: { cpu: 0, wall: [] },
  delete: { cpu: 0, wall: [] },
})

function idsOf(data: unknown): string[] {
  const ids: unknown = typeof data === 'object' && data !== null && 'nodeIds' in data ? data.nodeIds : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/**
 * Milliseconds of an operation of each kind: its CPU time, which is the median of the rounds; by the clock the 95th of a
 * hundred, in the round with the least, as what else the machine does only adds to it.
 */
export function editFigures(rounds: readonly EditTimes[]) {
  const figures = (pick: (times: EditTimes) => Batch) => {
    const batches = rounds.map(pick)
    return {
      cpu: round2(median(batches.map(({ cpu, wall }) => cpu / wall.length))),
      p95: round2(Math.min(...batches.map(({ wall }) => percentile(wall, 95)))),
    }
  }
  const kinds = {
    text: figures(({ text }) => text),
    attribute: figures(({ attribute }) => attribute),
    move: figures(({ move }) => move),
    insert: figures(({ insert }) => insert),
    delete: figures((times) => times.delete),
  }
  return { ...kinds, slowest: Math.max(...Object.values(kinds).map(({ cpu }) => cpu)) }
}
