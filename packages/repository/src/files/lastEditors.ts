import {
  type ContentSchema,
  type Entry,
  type EntryLocale,
  type EntryMeta,
  entryName,
  localesOf,
  type Model,
  metaPath,
  readMembers,
} from '@atelier/content'
import type { Steps } from '@atelier/operation'

/** Who changed an entry last. */
export interface Stamp {
  source: 'agent' | 'human' | 'import'
  /** A name, never an address. */
  by: string
  /** Epoch milliseconds. */
  at: number
}

/**
 * Entries with who changed them last: as the stamps say, and of the others as their meta files have it. A step is one
 * entry, or less.
 *
 * @param previous the texts of files that are there, by path
 */
export function* stampedEntries(
  entries: readonly Entry[],
  stamps: ReadonlyMap<string, Stamp>,
  { schema, model, previous }: { schema: ContentSchema; model: Model; previous: ReadonlyMap<string, string> },
): Steps<Entry[]> {
  const read = new Map<string, unknown>()
  function* metaOf(locale: string, id: string): Steps<unknown> {
    const path = metaPath(model, locale, schema.config, model.kind === 'document' ? id : '')
    if (!read.has(path)) read.set(path, yield* readMembers(previous.get(path)))
    return model.kind === 'collection' ? memberOf(read.get(path), id) : read.get(path)
  }
  const stamped: Entry[] = []
  for (const entry of entries) {
    const stamp = stamps.get(entryName(entry))
    const locales: [string, EntryLocale][] = []
    for (const locale of localesOf(model, schema.config)) {
      const own = entry.locales[locale]
      if (!own) continue
      // An unreadable file does not say who changed it.
      const known = stamp ? stampOf(stamp) : keptOf(yield* metaOf(locale, entry.id))
      locales.push([locale, { ...own, meta: { ...own.meta, ...known } }])
    }
    stamped.push({ ...entry, locales: Object.fromEntries(locales) })
    yield
  }
  return stamped
}

type Changed = Pick<EntryMeta, 'source' | 'updated_by' | 'updated_at'>

const stampOf = ({ source, by, at }: Stamp): Changed => ({
  source,
  updated_by: by,
  updated_at: new Date(at).toISOString(),
})

const sources = ['agent', 'human', 'import'] as const

function keptOf(meta: unknown): Changed {
  const source = sources.find((each) => each === memberOf(meta, 'source'))
  const [by, at] = [memberOf(meta, 'updated_by'), memberOf(meta, 'updated_at')]
  return {
    ...(source ? { source } : {}),
    ...(typeof by === 'string' ? { updated_by: by } : {}),
    ...(typeof at === 'string' ? { updated_at: at } : {}),
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}
