import { type Draft, equalJson, type Patch } from '@atelier/documents'
import { type Envelope, fail } from '@atelier/operation'
import type { SiteContext } from '../context/context.ts'
import { type LooseNode, looseCopy } from '../document/edit.ts'
import { splitKey } from '../document/node.ts'
import type { PageTree } from '../document/tree.ts'
import { printLoose } from '../html/print.ts'
import type { Patches } from './attempt.ts'
import type { SiteFile } from './list.ts'

/** The keys that others wrote in the documents of a file since a conversation last saw it. */
export interface Unseen {
  /** The page, component or template. */
  page: ReadonlySet<string>
  /** The site's document. */
  site: ReadonlySet<string>
}

export const NOTHING_UNSEEN: Unseen = { page: new Set(), site: new Set() }

/** Others' edits in a file since it was last read or written here; a problem if that is no longer known. */
export async function unseen(context: SiteContext, file: SiteFile): Promise<Unseen | { problem: Envelope<never> }> {
  const { services, siteId } = context
  const heads = await services?.files?.heads(file.name)
  if (!heads || !services?.changes) return NOTHING_UNSEEN
  const since = async (id: string | undefined): Promise<ReadonlySet<string> | undefined> => {
    const head = id === undefined ? undefined : heads[id]
    if (id === undefined || head === undefined) return new Set()
    const found = await services.changes?.since(id, head)
    return found && new Set(found.keys)
  }
  const [site, page] = [await since(siteId), await since(documentOf(file))]
  if (site && page) return { site, page }
  const message = `${file.name} has changed since it was read here, and what changed is no longer known.`
  return { problem: fail('stale', message, { path: '/file', hint: 'Read the file again, and write on that.' }) }
}

/**
 * Notes that a conversation has seen a file as it is. A call that has written several files notes them again at its end: what
 * it writes later moves the heads of the earlier ones.
 */
export async function noteSeen({ services, site, siteId, drafts }: SiteContext, file: SiteFile): Promise<void> {
  if (!services?.files || !services.changes) return
  const heads: Record<string, number> = {}
  const pageId = documentOf(file)
  for (const id of [siteId, pageId]) {
    if (id === undefined) continue
    const draft = id === siteId ? site : await drafts.open(id)
    const head = await services.changes.head(id)
    // A commit moves the head of a document by one, and makes a new one with its first.
    if (head !== undefined) heads[id] = head + (draft && isChanged(draft) ? 1 : 0)
    else if (draft) heads[id] = 1
  }
  await services.files.remember(file.name, heads)
}

function isChanged(draft: Draft): boolean {
  const { feed } = draft
  for (const key of feed?.written() ?? []) if (!equalJson(feed?.base?.get(key), draft.get(key))) return true
  return false
}

/** The document beside the site's that a file shows. */
export function documentOf(file: SiteFile): string | undefined {
  if (file.kind === 'part') return file.part.template.id
  return 'entry' in file ? file.entry.id : undefined
}

/**
 * The patches without those that would take back what others wrote: their own keys, and the deletion of nodes and rules
 * that they wrote in. `kept` says what these are about, as sentences.
 */
export function withoutOverwriting(patches: Patches, { page, site }: Unseen): { counting: Patches; kept: string[] } {
  if (page.size === 0 && site.size === 0) return { counting: patches, kept: [] }
  const rules = new Set([...site].flatMap((key) => /^rule:([^/]+)/.exec(key)?.[1] ?? []))
  let left = 0
  const counting = new Map<string, readonly Patch[]>()
  for (const [id, list] of patches) {
    const own = id === 'site' ? site : page
    const kept = list.filter(({ key }) => {
      const rule = id === 'site' ? /^rule:([^/]+)\/deleted$/.exec(key)?.[1] : undefined
      return !own.has(key) && !(rule !== undefined && rules.has(rule))
    })
    left += list.length - kept.length
    counting.set(id, kept)
  }
  const times = left === 1 ? 'One change was' : `${left} changes were`
  const kept =
    left === 0 ? [] : [`${times} left out: others wrote there since you read the file, and that stays. Read it again.`]
  return { counting, kept }
}

/** The nodes of a page that others wrote in, and all around them: none of these goes because a text leaves it out. */
export function writtenNodes(tree: PageTree, { page }: Unseen): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const key of page) {
    for (let at = tree.node(splitKey(key)[0]); at && !ids.has(at.id); at = tree.node(at.parent)) ids.add(at.id)
  }
  return ids
}

/** The HTML of the nodes that others deleted, as `comparable` returns it: a text that still has them does not make them again. */
export function deletedByOthers(tree: PageTree, { page }: Unseen): ReadonlySet<string> {
  const found = new Set<string>()
  for (const key of page) {
    const [id, name] = splitKey(key)
    const node = name === 'deleted' ? tree.anyNode(id) : undefined
    if (node?.deleted && node.kind === 'element') found.add(comparable(looseCopy(tree, node)))
  }
  return found
}

/** The HTML of a node with white space collapsed. */
export const comparable = (node: LooseNode): string => printLoose([node]).replace(/\s+/g, ' ').trim()
