import { type LocalDocument, openLocal, runLocalTransaction } from '@atelier/documents'
import { readTree, type SiteContext, siteOperations } from '@atelier/site'
import * as Y from 'yjs'
import type { Loaded } from './sitePages.ts'
import { quantile, round2, type Time, timed } from './verdict.ts'

const section =
  '<section class="new"><h2>New</h2><p>Text <a href="/">link</a></p><ul><li>1</li><li>2</li></ul></section>'
/** Of each kind, in each round. */
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
        const envelope = await operation.run(context, input)
        return { result: envelope, commit: envelope.ok }
      })
      if (!result.ok) throw new Error(`${name} failed: ${JSON.stringify(result)}`)
      return result.data
    },
  }
}

export type EditTimes = Record<'text' | 'attribute' | 'move' | 'insert' | 'delete', Time[]>

/**
 * One round of single operations, each from its call until the page's tree shows it: on a draft, its patches written to
 * Yjs, and the tree read again. Leaves the page as large as it was.
 */
export async function editRound({ page, rootNodeId, call }: OpenPage, round: number): Promise<EditTimes> {
  const nodes = [...readTree(page.view).walk()]
  const all = (tag: string) => nodes.filter((node) => node.tag === tag).map((node) => node.id)
  const [bold, links, articles] = [all('b'), all('a'), all('article')]
  const pick = (list: readonly string[], i: number) => list[((i + round) * 37) % list.length] ?? ''
  const measure = async (body: (i: number) => Promise<unknown>) => {
    const times: Time[] = []
    for (let i = 0; i < RUNS; i += 1) {
      times.push(
        await timed(async () => {
          await body(i)
          readTree(page.view).node(rootNodeId)
        }),
      )
    }
    return times
  }
  const made: string[] = []
  return {
    text: await measure((i) =>
      call('updateNodeProps', { nodeId: pick(bold, i), patch: { text: `hand ${round}.${i}` } }),
    ),
    attribute: await measure((i) =>
      call('updateNodeProps', { nodeId: pick(links, i), patch: { href: `/${round}/${i}` } }),
    ),
    move: await measure((i) =>
      call('moveNode', { nodeId: pick(articles, i), newParentId: rootNodeId, newIndex: (i + round) % 90 }),
    ),
    insert: await measure(async () => {
      made.push(...idsOf(await call('insertHtml', { parentId: rootNodeId, html: section })))
    }),
    delete: await measure((i) => call('deleteNode', { nodeId: made[i] ?? '' })),
  }
}

function idsOf(data: unknown): string[] {
  const ids: unknown = typeof data === 'object' && data !== null && 'nodeIds' in data ? data.nodeIds : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

/** The median of the rounds' own p50 and p95 of each kind, in CPU milliseconds, less what the measuring itself takes. */
export function editFigures(rounds: readonly EditTimes[], clock: number) {
  const share = (pick: (times: EditTimes) => readonly Time[], at: number) => {
    const values = rounds.map((times) => quantile(pick(times), at).cpu).sort((a, b) => a - b)
    return round2(Math.max(0, (values[values.length >> 1] ?? 0) - clock))
  }
  const figures = (pick: (times: EditTimes) => readonly Time[]) => ({ p50: share(pick, 0.5), p95: share(pick, 0.95) })
  const kinds = {
    text: figures(({ text }) => text),
    attribute: figures(({ attribute }) => attribute),
    move: figures(({ move }) => move),
    insert: figures(({ insert }) => insert),
    delete: figures((times) => times.delete),
  }
  return { ...kinds, slowest: Math.max(...Object.values(kinds).map(({ p95 }) => p95)) }
}
