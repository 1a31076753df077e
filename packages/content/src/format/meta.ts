import type { Json } from '@atelier/documents'
import { changeSources, type EntryMeta, entryStatuses } from '../entry/entry.ts'
import { isRecord } from '../model/json.ts'

/** The facts of an entry about which a file says nothing. */
export const unknownMeta: EntryMeta = { status: 'draft' }

const texts = ['updated_by', 'updated_at', 'approved_by', 'version', 'publish_at', 'expire_at'] as const

/** The members of a meta file that mean something, read from one entry's object; undefined if it is none. */
export function readMeta(value: Json | undefined): EntryMeta | undefined {
  if (!isRecord(value)) return undefined
  const status = entryStatuses.find((known) => known === value.status) ?? unknownMeta.status
  const source = changeSources.find((known) => known === value.source)
  const meta: EntryMeta = { status, ...(source && { source }) }
  for (const name of texts) {
    const text = value[name]
    if (typeof text === 'string' && text !== '') meta[name] = text
  }
  return meta
}

/**
 * One entry's object of a meta file. The format wants to know who changed an entry; where that is not known it says
 * `import`. `previous` is the object that the file has: members of it that mean nothing here are kept.
 */
export function metaObject(meta: EntryMeta, previous?: Json): { readonly [name: string]: Json } {
  const kept = isRecord(previous) ? Object.entries(previous).filter(([name]) => !known.has(name)) : []
  const members: Record<string, Json> = Object.fromEntries(kept)
  members.status = meta.status
  members.source = meta.source ?? 'import'
  members.updated_by = meta.updated_by ?? 'atelier'
  for (const name of texts) {
    const text = meta[name]
    if (text !== undefined) members[name] = text
  }
  return members
}

const known: ReadonlySet<string> = new Set(['status', 'source', ...texts])
