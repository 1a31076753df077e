import { isRecord } from '@atelier/operation'
import { type Entity, type EntityKind, entityKey, family, type Mention, type MentionKind } from './entity.ts'
import { mentionsIn } from './extractors.ts'
import { indexNames, type Names, readNames } from './names.ts'

/** A message of a session's stream, as far as the memory reads it. */
export interface SpokenMessage {
  id: string
  role: string
  status: string
  runId: string
  createdAt: number
  content?: string | undefined
  toolName?: string | undefined
  toolArgs?: unknown
  toolCallId?: string | undefined
  toolResult?: unknown
}

/** A conversation as the memory reads it: folded, so that it is the same after a restart, in each tab, and after a summary. */
export interface Conversation {
  messages: readonly SpokenMessage[]
  approvals: readonly { toolCallId: string; status: string }[]
}

/** The state of the site beside the conversation. */
export interface Surroundings {
  /** The pages of the site as they are now, in their order. */
  pages: readonly Entity[]
  /** The id of the home page. */
  homeId?: string | undefined
  /** The runs whose changes were undone: what they deleted is there again, and what they made is gone. */
  undone: ReadonlySet<string>
  /** The mentions in results that were read before, so that a long conversation is read again in no time. */
  mentions?: WeakMap<object, readonly Mention[]> | undefined
}

/** A thing that the conversation is about. */
export interface Remembered extends Entity {
  /** The last turn in which it was more than an item of a list, and how much of that turn was about it. */
  turn: number
  weight: number
  /** A number that grows with each mention. */
  order: number
  /** How it was last mentioned, but for lists and names in texts. */
  by: MentionKind
  /** A question about it waits for the person. */
  isOpen: boolean
  /** When it was made, changed, and mentioned at all in this conversation, in epoch milliseconds. */
  madeAt?: number
  touched: number[]
}

/** The working memory of a conversation at one moment. */
export interface Memory {
  /** The number of the person's messages so far. */
  turn: number
  /** The things that still exist, the likeliest meant first. */
  things: readonly Remembered[]
  /** The last list that the person saw: of a kind, on a page, or of any kind. */
  listOf(kind?: EntityKind, where?: string): readonly Remembered[]
  /** The last run that changed something and is not undone. */
  lastRun?: { runId: string; at: number; what: readonly Entity[] } | undefined
}

/** How much a turn is about a thing that is mentioned in it in these ways. */
const WEIGHTS: Readonly<Record<MentionKind, number>> = {
  made: 4,
  changed: 3,
  asked: 3,
  said: 3,
  read: 2,
  holder: 1,
  listed: 0,
  deleted: 0,
}
const CHANGES: ReadonlySet<MentionKind> = new Set(['made', 'changed', 'deleted'])
/** The number of last turns whose texts are searched for names. */
const READ_TURNS = 4

interface Known extends Remembered {
  ways: Set<MentionKind>
  isGone: boolean
  listedAt: number
}

/** Collects what a conversation mentions, message by message. */
export class MemoryFold {
  private turn = 0
  private order = 0
  private readonly known = new Map<string, Known>()
  private readonly lists = new Map<string, readonly Known[]>()
  private readonly runs = new Map<string, { runId: string; at: number; what: Entity[] }>()
  private readonly asked: ReadonlyMap<string, string>
  private readonly args = new Map<string, unknown>()
  private readonly lastTurns: number
  private readonly around: Surroundings
  private readonly pages: ReadonlyMap<string, Entity>
  private names: Names | undefined

  constructor(conversation: Conversation, around: Surroundings) {
    this.around = around
    this.pages = new Map(around.pages.map((entry) => [entityKey(entry), entry]))
    this.asked = new Map(conversation.approvals.map(({ toolCallId, status }) => [toolCallId, status]))
    this.lastTurns = conversation.messages.filter(isFromPerson).length - READ_TURNS
  }

  push(message: SpokenMessage): void {
    if (isFromPerson(message)) {
      this.turn += 1
      this.readText(message)
    } else if (message.role === 'assistant') this.readText(message)
    else if (message.role === 'tool_call') {
      this.args.set(message.toolCallId ?? '', message.toolArgs)
      this.readQuestion(message)
    } else if (message.role === 'tool_result') this.readResult(message)
  }

  memory(): Memory {
    const isThere = (each: Known) => !each.isGone && (each.kind !== 'page' || this.pages.has(entityKey(each)))
    const things = [...this.known.values()].filter(isThere).sort(likeliestFirst)
    const runs = [...this.runs.values()].filter(({ runId }) => !this.around.undone.has(runId))
    return {
      turn: this.turn,
      things,
      listOf: (kind, where) => (this.lists.get(listKey(kind, where)) ?? []).filter(isThere),
      lastRun: runs.at(-1),
    }
  }

  private readResult({ toolName = '', toolResult, toolCallId = '', runId, createdAt }: SpokenMessage): void {
    if (!isRecord(toolResult) || toolResult.ok !== true) return
    const isUndone = this.around.undone.has(runId)
    const listed: Known[] = []
    const { mentions } = this.around
    const found = mentions?.get(toolResult) ?? mentionsIn(toolName, toolResult.data, this.args.get(toolCallId))
    mentions?.set(toolResult, found)
    for (const entity of found) {
      const { by } = entity
      if (isUndone && by === 'deleted') continue
      const known = this.mention(entity, by, createdAt)
      if (isUndone && by === 'made') known.isGone = true
      if (by === 'listed') listed.push(known)
      if (CHANGES.has(by)) this.note(runId, createdAt, known)
    }
    this.showList(listed)
  }

  /** A call about which the person was asked: what its arguments name is what the question is about. */
  private readQuestion({ toolCallId = '', toolArgs, createdAt }: SpokenMessage): void {
    const status = this.asked.get(toolCallId)
    if (status === undefined || !isRecord(toolArgs)) return
    const named = Object.values(toolArgs).flatMap((value) => (typeof value === 'string' ? [value] : []))
    const all = [...this.known.values(), ...this.pages.values()]
    const meant =
      all.find(({ id }) => named.includes(id)) ??
      all.find(({ slug, name }) => named.some((each) => each === slug || each === name))
    if (meant) this.mention(meant, 'asked', createdAt).isOpen = status === 'requested'
  }

  /** Reads the names that a person or the assistant wrote in the last turns. */
  private readText({ content = '', role, createdAt }: SpokenMessage): void {
    if (this.turn <= this.lastTurns) return
    this.names ??= indexNames([...this.pages.values(), ...this.known.values()])
    const found = readNames(this.names, content).map(({ entity }) =>
      this.mention(entity, role === 'user' ? 'said' : 'listed', createdAt),
    )
    if (role !== 'user') this.showList(found)
  }

  /** Lists of one kind that a person saw, in their order. One thing is no list. */
  private showList(shown: readonly Known[]): void {
    if (shown.length === 0) return
    const kinds = new Set(shown.map(({ kind }) => family(kind)))
    for (const kind of kinds) {
      const own = [...new Set(shown.filter((each) => family(each.kind) === kind))]
      const [first] = own
      if (own.length < 2 && this.lists.has(listKey(kind))) continue
      this.lists.set(listKey(kind), own)
      this.lists.set(listKey(), own)
      if (first?.where !== undefined) this.lists.set(listKey(kind, first.where), own)
    }
  }

  private note(runId: string, at: number, what: Entity): void {
    const run = this.runs.get(runId) ?? { runId, at, what: [] }
    run.at = at
    run.what.push(what)
    this.runs.delete(runId)
    this.runs.set(runId, run)
  }

  private mention(entity: Entity, by: MentionKind, at: number): Known {
    const key = entityKey(entity)
    const known = this.known.get(key) ?? this.newlyKnown(key, entity)
    this.order += 1
    if (entity.name !== '' && by !== 'said') known.name = entity.name
    if (entity.where !== undefined) known.where = entity.where
    if (entity.slug !== undefined) known.slug = entity.slug
    if (entity.when !== undefined) known.when = entity.when
    if (by === 'deleted') known.isGone = true
    else if (by !== 'said' && by !== 'listed') known.isGone = false
    if (by === 'listed') {
      known.listedAt = this.order
      return known
    }
    if (known.turn !== this.turn) known.ways = new Set()
    known.ways.add(by)
    known.turn = this.turn
    known.weight = [...known.ways].reduce((sum, each) => sum + WEIGHTS[each], 0)
    known.order = this.order
    if (by !== 'said') known.by = by
    if (by !== 'asked') known.isOpen = false
    if (by === 'made') known.madeAt = at
    if (CHANGES.has(by)) known.touched.push(at)
    return known
  }

  private newlyKnown(key: string, entity: Entity): Known {
    const page = this.pages.get(key)
    const { kind, id } = entity
    const slug = entity.slug ?? page?.slug
    const made: Known = {
      kind,
      id,
      name: entity.name || (page?.name ?? ''),
      ...(slug === undefined ? {} : { slug }),
      turn: -1,
      weight: 0,
      order: 0,
      listedAt: 0,
      by: 'listed',
      isOpen: false,
      isGone: false,
      ways: new Set(),
      touched: [],
    }
    this.known.set(key, made)
    this.names = undefined
    return made
  }
}

const listKey = (kind?: EntityKind, where = ''): string => (kind === undefined ? '' : `${family(kind)} ${where}`)

/** A message that a person sent and a model reads. */
export const isFromPerson = ({ role, status }: SpokenMessage): boolean => role === 'user' && status === 'complete'

const RANKS: Readonly<Record<EntityKind, number>> = { page: 0, post: 0, entry: 0, section: 1, image: 2, menuItem: 3 }

/** Things of a lower rank are meant rather than those that were only made for them. */
export const rankOf = ({ kind }: Pick<Entity, 'kind'>): number => RANKS[kind]

/** Open questions first, then the latest turn, and in it what it was about most; what was only listed comes last. */
function likeliestFirst(a: Known, b: Known): number {
  return (
    Number(b.isOpen) - Number(a.isOpen) ||
    b.turn - a.turn ||
    b.weight - a.weight ||
    rankOf(a) - rankOf(b) ||
    b.order - a.order ||
    b.listedAt - a.listedAt
  )
}
