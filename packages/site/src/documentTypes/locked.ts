import type { CommittedDocument, LockedProject, View } from '@atelier/documents'
import { describe } from '../document/edit.ts'
import { allLocks, isLocked, type Lock, lockedNodes, lockPrefix } from '../document/locks.ts'
import { splitKey } from '../document/node.ts'
import { page as pageEntry } from '../document/pages.ts'
import { type PageTree, readTree } from '../document/tree.ts'
import { tokens } from '../tokens/all.ts'
import { lockedStyle } from './lockedStyles.ts'

/** Why an agent may not change a page as it does: the page, or a node that the change touches, is locked. */
export async function lockedPageReason(
  { documentId, event, patches, before, after }: CommittedDocument,
  project: LockedProject,
): Promise<string | undefined> {
  const site = event === 'created' ? undefined : await siteOf(project)
  if (!site) return undefined
  if (isLocked(site, documentId)) return lockedSentence(pageName(site, documentId))
  const nodes = lockedNodes(site, documentId)
  if (nodes.size === 0) return undefined
  if (event === 'removed') return lockedSentence(`a part of ${pageName(site, documentId)}`)
  const old = readTree(before)
  const trees = [old, readTree(after)]
  for (const { key } of patches) {
    const [id, field] = splitKey(key)
    const touched =
      trees.flatMap((tree) => aboveOf(tree, id)).find((each) => nodes.has(each)) ??
      (isOfWhole(field) ? [...nodes].find((each) => aboveOf(old, each).includes(id)) : undefined)
    if (touched !== undefined) return lockedSentence(nodeName(old, touched))
  }
  return undefined
}

/** Why an agent may not change the site's document as it does: a page, a token, a style or a lock is locked. */
export async function lockedSiteReason(
  { patches, before, after }: CommittedDocument,
  project: LockedProject,
): Promise<string | undefined> {
  const locks = allLocks(before)
  if (locks.length === 0) return undefined
  for (const { key, before: old, after: now } of patches) {
    if (key.startsWith(lockPrefix) && old !== undefined) return ONLY_A_PERSON_UNLOCKS
    const [owner, field] = splitKey(key)
    if (!owner.startsWith('page:')) continue
    const id = owner.slice('page:'.length)
    if (isLocked(before, id)) return lockedSentence(pageName(before, id))
    const isRemoved = field === 'deleted' ? now === true : field === undefined && now === undefined
    if (isRemoved && lockedNodes(before, id).size > 0) return lockedSentence(`a part of ${pageName(before, id)}`)
  }
  const token = changedToken(locks, before, after)
  if (token !== undefined) return lockedSentence(`the token ${token}`)
  const rules = patches.flatMap(({ key }) => /^rule:([^/]+)/.exec(key)?.[1] ?? [])
  const style = rules.length > 0 ? await lockedStyle(new Set(rules), { before, after, locks }, project) : undefined
  return style && lockedSentence(`what ${style} styles`)
}

export const ONLY_A_PERSON_UNLOCKS = 'Only a person unlocks. Leave it locked, and ask them to unlock it in the studio.'

const lockedSentence = (what: string) =>
  `${what.charAt(0).toUpperCase()}${what.slice(1)} is locked: no agent changes it until a person unlocks it. Leave it as it is, and say so.`

/** A field by which a node and everything in it goes, is left out or moves; no field is the node itself. */
const isOfWhole = (field: string | undefined) => field === undefined || ['deleted', 'hidden', 'at'].includes(field)

/** A node and everything around it, deleted ones too. */
function aboveOf(tree: PageTree, id: string): string[] {
  const path: string[] = []
  for (let at = tree.anyNode(id); at && !path.includes(at.id); at = tree.anyNode(at.parent)) path.push(at.id)
  return path
}

/** The first locked token whose value a change makes another one. */
function changedToken(locks: readonly Lock[], before: View, after: View): string | undefined {
  const names = locks.flatMap(({ kind, id }) => (kind === 'token' ? [id] : []))
  if (names.length === 0) return undefined
  const valuesIn = (site: View) =>
    new Map(tokens(site).map(({ name, value, dark }) => [name, `${value} ${dark ?? ''}`]))
  const [old, now] = [valuesIn(before), valuesIn(after)]
  // A lock of a token that a person has deleted holds nothing.
  return names.find((name) => old.has(name) && old.get(name) !== now.get(name))
}

async function siteOf(project: LockedProject): Promise<View | undefined> {
  const [id] = await project.idsOf('site')
  return id === undefined ? undefined : await project.hold(id)
}

function pageName(site: View, id: string): string {
  const entry = pageEntry(site, id)
  return entry ? `the ${entry.kind} “${entry.title.slice(0, 80)}”` : 'the page'
}

function nodeName(tree: PageTree, id: string): string {
  const node = tree.anyNode(id)
  if (!node) return 'the node'
  return node.label === undefined
    ? `${describe(node)} (${id})`
    : `${describe(node)} “${node.label.slice(0, 80)}” (${id})`
}
