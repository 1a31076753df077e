import type { Draft, Json, View } from '@atelier/documents'
import { isRecord } from './node.ts'

/**
 * The locks of a site: no agent changes what is locked until a person unlocks it. They are fields of the site's document, so
 * that one reading finds them all: `lock:<page id>` for a page, template or component, `lock:<page id>/<node id>` for a node
 * with everything in it, and `lock:<name>` for a design token, whose name begins with two dashes.
 */
export const lockPrefix = 'lock:'

export const LOCK_KINDS = ['page', 'node', 'token'] as const
export type LockKind = (typeof LOCK_KINDS)[number]

export interface Lock {
  kind: LockKind
  /** The id of the locked page, or of the page of the locked node; the name of a token, with its dashes. */
  id: string
  nodeId?: string
  /** Who locked it. */
  userId?: string
}

export const lockKey = (id: string, nodeId?: string): string =>
  nodeId === undefined ? `${lockPrefix}${id}` : `${lockPrefix}${id}/${nodeId}`

/** Every lock, also of what was deleted since, in the order of their keys. */
export function allLocks(site: View): Lock[] {
  const found: Lock[] = []
  for (const key of site.keys(lockPrefix)) {
    const lock = readLock(key, site.get(key))
    if (lock) found.push(lock)
  }
  return found
}

function readLock(key: string, value: Json | undefined): Lock | undefined {
  if (!isRecord(value)) return undefined
  const kind = LOCK_KINDS.find((each) => each === value.kind)
  if (!kind) return undefined
  const [id = '', nodeId] = key.slice(lockPrefix.length).split('/')
  const { userId } = value
  return { kind, id, ...(nodeId === undefined ? {} : { nodeId }), ...(typeof userId === 'string' ? { userId } : {}) }
}

/** Whether a page, template, component or token is locked itself; a page with a locked node in it is not. */
export const isLocked = (site: View, id: string): boolean => readLock(lockKey(id), site.get(lockKey(id))) !== undefined

/** The ids of the nodes of a page that are locked. */
export function lockedNodes(site: View, pageId: string): ReadonlySet<string> {
  const prefix = lockKey(pageId, '')
  return new Set([...site.keys(prefix)].map((key) => key.slice(prefix.length)))
}

/** Locks or unlocks. Returns whether that changed anything. */
export function writeLock(site: Draft, { kind, id, nodeId, userId }: Lock, locked: boolean): boolean {
  const key = lockKey(id, nodeId)
  if (site.has(key) === locked) return false
  if (locked) site.set(key, { kind, ...(userId === undefined ? {} : { userId }) })
  else site.delete(key)
  return true
}
