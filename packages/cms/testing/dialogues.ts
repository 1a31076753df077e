import type { Entity, EntityKind } from '../src/memory/entity.ts'
import {
  type Conversation,
  isFromPerson,
  MemoryFold,
  type SpokenMessage,
  type Surroundings,
} from '../src/memory/memory.ts'
import { type Reference, resolveReferences } from '../src/memory/resolve.ts'

const things: Readonly<Record<string, Entity>> = Object.fromEntries(
  (
    [
      ['page', 'home', 'Home', 'index'],
      ['page', 'about', 'About us', 'about'],
      ['page', 'contact', 'Contact', 'contact'],
      ['page', 'bread', 'Our bread', 'our-bread'],
      ['page', 'summer', 'Summer menu', 'summer-menu'],
      ['page', 'kontakt', 'Öffnungszeiten', 'oeffnungszeiten'],
      ['page', 'hakkimizda', 'Hakkımızda', 'hakkimizda'],
      ['section', 'hero', 'Welcome'],
      ['section', 'story', 'Our story'],
      ['section', 'hours', 'Opening hours'],
      ['post', 'sour', 'Sourdough at last'],
      ['post', 'rolls', 'Rolls on Sunday'],
      ['post', 'cake', 'Carrot cake'],
      ['post', 'ekmek', 'Yeni ekmek'],
      ['image', 'oven', 'oven.jpg'],
      ['image', 'shop', 'shop-front.jpg'],
      ['menuItem', 'Jobs', 'Jobs'],
      ['menuItem', 'Summer', 'Summer'],
    ] satisfies [EntityKind, string, string, string?][]
  ).map(([kind, id, name, slug]) => [id, { kind, id, name, ...(slug === undefined ? {} : { slug }) }]),
)

export const DAY = 86_400_000
/** A Wednesday noon. */
export const NOW = Date.UTC(2027, 2, 31, 12)

const thing = (id: string): Entity => things[id] ?? { kind: 'page', id, name: id }

const fieldsOf = ({ kind, id, name, slug = id }: Entity) =>
  kind === 'post' ? { slug: id, title: name } : kind === 'image' ? { id, filename: name } : { id, name, slug }

const tools: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  page: { made: 'createPage', changed: 'updatePage', read: 'getPage', deleted: 'deletePage', listed: 'listPages' },
  post: { made: 'createPost', changed: 'updatePost', read: 'getPost', deleted: 'deletePost', listed: 'listPosts' },
  section: { changed: 'updateSectionContent', read: 'getSectionContent', listed: 'getPageSections' },
  image: {
    made: 'content.upload_media',
    changed: 'content.update_media',
    deleted: 'content.delete_media',
    listed: 'content.search_media',
  },
  menuItem: { made: 'addNavigationItem', deleted: 'removeNavigationItem', listed: 'getNavigation' },
}

function resultData(verb: string, ids: readonly string[], page: string): { data: unknown; args?: unknown } {
  const all = ids.map(thing)
  const [first = thing('home')] = all
  const own = fieldsOf(first)
  const list = all.map(fieldsOf)
  switch (first.kind) {
    case 'page':
      return { data: verb === 'listed' ? { pages: list } : verb === 'deleted' ? own : { page: own } }
    case 'post':
      return { data: verb === 'listed' ? { posts: list } : verb === 'deleted' ? own : { post: own } }
    case 'section':
      return verb === 'listed'
        ? { data: { page: fieldsOf(thing(page)), sections: list } }
        : { data: { pageSectionId: first.id, pageId: page } }
    case 'menuItem':
      return verb === 'listed'
        ? { data: { menus: [{ items: all.map(({ id }) => ({ label: id, href: `/${id}` })) }] } }
        : { data: {}, args: { label: first.id } }
    default:
      return { data: verb === 'listed' ? { assets: list } : own }
  }
}

/**
 * A conversation from lines such as `u: Show me the pages`, `a: There are two.`, `listed home about`, `changed hero @about`,
 * `asked about`, `yesterday`, `today`. Each line of the person begins a run: r1, r2, …
 */
export function conversationOf(lines: readonly string[]): { conversation: Conversation; last: SpokenMessage } {
  const messages: SpokenMessage[] = []
  const approvals: { toolCallId: string; status: string }[] = []
  let at = NOW - 3_600_000
  let runs = 0
  const add = (message: Omit<SpokenMessage, 'id' | 'runId' | 'createdAt'>) => {
    at += 1_000
    messages.push({ id: `m${messages.length}`, runId: `r${runs}`, createdAt: at, ...message })
  }
  for (const line of lines) {
    const [verb = '', ...rest] = line.split(' ')
    const page = rest.find((each) => each.startsWith('@'))?.slice(1) ?? 'about'
    const ids = rest.filter((each) => !each.startsWith('@'))
    if (/^\d+d$/.test(verb)) at = NOW - Number.parseInt(verb, 10) * DAY
    else if (verb === 'today') at = NOW - 3_600_000
    else if (verb === 'u:') {
      runs += 1
      add({ role: 'user', status: 'complete', content: rest.join(' ') })
    } else if (verb === 'a:') add({ role: 'assistant', status: 'complete', content: line.slice(3) })
    else if (verb === 'asked') {
      const toolCallId = `c${messages.length}`
      const { id, kind } = thing(ids[0] ?? '')
      approvals.push({ toolCallId, status: 'requested' })
      add({
        role: 'tool_call',
        status: 'pending',
        toolName: tools[kind]?.deleted ?? '',
        toolCallId,
        toolArgs: { id, slug: id },
      })
    } else {
      const { data, args } = resultData(verb, ids, page)
      const toolName = tools[thing(ids[0] ?? '').kind]?.[verb]
      if (toolName === undefined) throw new Error(`No tool for ${line}`)
      const toolCallId = `c${messages.length}`
      add({ role: 'tool_call', status: 'complete', toolName, toolCallId, toolArgs: args })
      add({ role: 'tool_result', status: 'complete', toolName, toolCallId, toolResult: { ok: true, data } })
    }
  }
  const last = messages.findLast(isFromPerson)
  if (!last) throw new Error('Nobody said anything')
  return { conversation: { messages, approvals }, last }
}

export const surroundings = (undone: readonly string[] = []): Surroundings => ({
  pages: Object.values(things).filter(({ kind }) => kind === 'page'),
  homeId: 'home',
  undone: new Set(undone),
})

/** The references in the last message of a conversation. */
export function referencesIn(conversation: Conversation, last: SpokenMessage, around = surroundings()): Reference[] {
  const fold = new MemoryFold(conversation, around)
  for (const message of conversation.messages) {
    if (message === last) break
    fold.push(message)
  }
  return resolveReferences(last.content ?? '', fold.memory(), around, { now: NOW, timeZone: 'Europe/Berlin' })
}

/** References in short: ids, `?a,b` for candidates, `-` for none. */
export const inShort = (references: readonly Reference[]): string =>
  references
    .map(({ ids, candidates }) => (candidates ? `?${candidates.map(({ id }) => id).join(',')}` : ids.join('+')))
    .join(' ') || '-'
