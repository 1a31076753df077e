import {
  type ContentSchema,
  type Entry,
  type EntryMeta,
  entryName,
  localesOf,
  type Model,
  metaPath,
} from '@atelier/content'

/** Who changed an entry last. */
export interface Stamp {
  source: 'agent' | 'human' | 'import'
  /** A name, never an address. */
  by: string
  /** Epoch milliseconds. */
  at: number
}

/**
 * Entries with who changed them last: as the stamps say, and of the others as their meta files have it.
 *
 * @param previous the texts of files that are there, by path
 */
export function stampedEntries(
  entries: readonly Entry[],
  stamps: ReadonlyMap<string, Stamp>,
  { schema, model, previous }: { schema: ContentSchema; model: Model; previous: ReadonlyMap<string, string> },
): Entry[] {
  const read = new Map<string, unknown>()
  const metaOf = (locale: string, id: string): unknown => {
    const path = metaPath(model, locale, schema.config, model.kind === 'document' ? id : '')
    if (!read.has(path)) read.set(path, parsed(previous.get(path)))
    return model.kind === 'collection' ? memberOf(read.get(path), id) : read.get(path)
  }
  return entries.map((entry) => {
    const stamp = stamps.get(entryName(entry))
    const locales = localesOf(model, schema.config).flatMap((locale) => {
      const own = entry.locales[locale]
      if (!own) return []
      const known = stamp ? stampOf(stamp) : keptOf(metaOf(locale, entry.id))
      return [[locale, { ...own, meta: { ...own.meta, ...known } }] as const]
    })
    return { ...entry, locales: Object.fromEntries(locales) }
  })
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

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    // A file that nobody can read says nothing about who changed it.
    return undefined
  }
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined
}
