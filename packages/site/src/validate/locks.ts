import type { Json } from '@atelier/documents'
import { lockPrefix } from '../document/locks.ts'
import { isRecord } from '../document/node.ts'
import { hasOnly, isId, unless } from './shapes.ts'

/** Returns the problem of a lock under its key; undefined if it has none. */
export function checkLock(key: string, value: Json): string | undefined {
  const [id = '', nodeId, more] = key.slice(lockPrefix.length).split('/')
  if (!isRecord(value) || !hasOnly(value, ['kind', 'userId'])) return 'A lock is its kind and who locked it.'
  const { kind, userId } = value
  const isPlaced =
    more === undefined &&
    (kind === 'page'
      ? isId(id) && nodeId === undefined
      : kind === 'node'
        ? isId(id) && isId(nodeId)
        : kind === 'token' && isTokenName(id) && nodeId === undefined)
  return unless(
    isPlaced && (userId === undefined || isId(userId)),
    'A lock is that of a page, of a node of a page, or of a token.',
  )
}

const isTokenName = (name: string) => /^--[^\s/]{1,200}$/.test(name)
