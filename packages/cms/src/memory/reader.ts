import type { ProjectViews, View } from '@atelier/documents'
import { homePage, pages, readTree } from '@atelier/site'
import type { Entity, Mention } from './entity.ts'
import type { Conversation, Remembered, Surroundings } from './memory.ts'
import { type Recalled, recall } from './recall.ts'
import type { Clock } from './times.ts'

/** The conversations of a server, as the memory reads them. */
export interface Conversations {
  /** The mentions that were read out of results before. */
  readonly mentions: WeakMap<object, readonly Mention[]>
  /** Undefined if there is none of this id. */
  read(sessionId: string): Promise<Conversation | undefined>
  /** Those of some runs whose changes were undone. */
  undone(runIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** The latest runs of a conversation that are asked about. */
const MOST_RUNS = 100
/** The things at the front of the memory whose existence is looked up in their pages. */
const LOOKED_UP = 16

/**
 * The working memory of a session, without things that another user deleted meanwhile.
 * @param open a page of the project as it is now
 */
export async function recallSession(
  conversations: Conversations,
  sessionId: string,
  { site, open, clock }: { site: View; open: ProjectViews['open']; clock: Clock },
): Promise<Recalled> {
  const conversation = (await conversations.read(sessionId)) ?? { messages: [], approvals: [] }
  const runs = new Set(conversation.messages.flatMap(({ role, runId }) => (role === 'tool_result' ? [runId] : [])))
  const undone = runs.size === 0 ? new Set<string>() : await conversations.undone([...runs].slice(-MOST_RUNS))
  const around = { ...surroundingsOf(site, undone), mentions: conversations.mentions }
  const recalled = recall(conversation, around, clock)
  const gone = await sectionsGone(recalled.memory.things.slice(0, LOOKED_UP), open)
  if (gone.size === 0) return recalled
  const isThere = ({ kind, id }: Entity) => kind !== 'section' || !gone.has(id)
  const things = recalled.memory.things.filter(isThere)
  return {
    memory: { ...recalled.memory, things },
    before: { ...recalled.before, things: recalled.before.things.filter(isThere) },
    references: recalled.references.filter((each) => each.kind === 'run' || each.things.every(isThere)),
  }
}

/** The pages of a site, which people name without having mentioned them before. */
export function surroundingsOf(site: View, undone: ReadonlySet<string> = new Set()): Surroundings {
  const all = pages(site).filter(({ kind }) => kind === 'page')
  return {
    pages: all.map(({ id, title, slug }) => ({ kind: 'page', id, name: title, slug })),
    homeId: homePage(site)?.id,
    undone,
  }
}

/** The ids of sections that are no longer on their pages. */
async function sectionsGone(things: readonly Remembered[], open: ProjectViews['open']): Promise<ReadonlySet<string>> {
  const gone = new Set<string>()
  for (const { kind, id, where } of things) {
    if (kind !== 'section' || where === undefined) continue
    const page = await open(where)
    if (!page || !readTree(page).node(id)) gone.add(id)
  }
  return gone
}
