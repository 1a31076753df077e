import type { Json } from '@atelier/documents'
import type { ContentReader, StoredEntry } from '../context/reader.ts'
import { type Entry, type EntryStatus, entryName } from '../entry/entry.ts'
import { linksIn, mainLocale } from '../entry/settle.ts'
import { type ContentSchema, localesOf, type Model } from '../model/definition.ts'
import { memberOf } from '../model/json.ts'
import { valueFields } from '../model/named.ts'
import { readEntryIn } from './query.ts'

/** How far relations are followed, at most. */
export const MAX_DEPTH = 3
/** Entries of one answer; what lies beyond is counted. */
const MAX_NODES = 40
/** UTF-16 units of a title. */
const MAX_TITLE = 80

export interface ExpandRequest {
  model: string
  id: string
  /** That of the values that are followed; the default one if absent. Models without locales have their own. */
  locale?: string
  /** The targets of the entry, its referrers, or both. */
  direction: 'forward' | 'reverse' | 'both'
  /** From 1 to 3. */
  depth: number
  /** Names of the fields that each entry comes with; none if absent. */
  fields?: readonly string[]
}

/** One entry in an expansion. */
export interface RelationNode {
  model: string
  id: string
  title: string
  status?: EntryStatus
  data?: Record<string, Json>
  /** It stands further up or elsewhere in the answer already; its relations are there. */
  seen?: true
  /** Nothing that the caller may see is there. */
  missing?: true
  /** Its targets, by the name of the field. */
  relations?: Record<string, RelationNode[]>
  /** Its referrers. */
  referrers?: (RelationNode & { field: string; locale: string })[]
}

export interface Expansion {
  root: RelationNode
  /** How many relations were not followed, since the answer is full. */
  left: number
}

/** Follows relations from one entry on, each entry once; undefined if there is no such entry. */
export async function expandRelations(
  reader: ContentReader,
  schema: ContentSchema,
  request: ExpandRequest,
): Promise<Expansion | undefined> {
  const start = await reader.entry(request.model, request.id)
  if (!start) return undefined
  const { direction, fields } = request
  const seen = new Set<string>()
  let nodes = 0
  let left = 0

  const expand = async (model: string, id: string, depth: number): Promise<RelationNode> => {
    const name = entryName({ model, id })
    const known = seen.has(name)
    seen.add(name)
    nodes += 1
    const definition = schema.models.find((each) => each.id === model)
    const stored = definition && (await reader.entry(model, id))
    if (!definition || !stored) return { model, id, title: id, missing: true }
    const node = nodeOf(stored, definition, known ? undefined : fields)
    if (known) return { ...node, seen: true }
    if (depth <= 0) return node
    return {
      ...node,
      ...(direction === 'reverse' ? {} : await forward(stored, definition, depth)),
      ...(direction === 'forward' ? {} : await reverse(stored, depth)),
    }
  }

  const forward = async (
    stored: StoredEntry,
    model: Model,
    depth: number,
  ): Promise<Pick<RelationNode, 'relations'>> => {
    const relations: Record<string, RelationNode[]> = {}
    for (const { field, model: target, id } of referencesOf(stored, model, localeIn(model))) {
      if (nodes >= MAX_NODES) {
        left += 1
        continue
      }
      relations[field] = [...(memberOf(relations, field) ?? []), await expand(target, id, depth - 1)]
    }
    return Object.keys(relations).length > 0 ? { relations } : {}
  }

  const reverse = async ({ model, id }: StoredEntry, depth: number): Promise<Pick<RelationNode, 'referrers'>> => {
    const referrers: (RelationNode & { field: string; locale: string })[] = []
    const entries = new Map<string, RelationNode>()
    for (const each of await reader.referrers(model, id)) {
      const name = entryName({ model: each.model, id: each.entry })
      const known = entries.get(name)
      // One entry may refer in several locales and fields.
      if (known && referrers.some(({ field, ...node }) => field === each.field && entryName(node) === name)) continue
      if (!known && nodes >= MAX_NODES) {
        left += 1
        continue
      }
      const node = known ?? (await expand(each.model, each.entry, depth - 1))
      entries.set(name, node)
      referrers.push({ ...node, field: each.field, locale: each.locale })
    }
    return referrers.length > 0 ? { referrers } : {}
  }

  const localeIn = (model: Model): string => {
    const { locale } = request
    const own = locale !== undefined && localesOf(model, schema.config).includes(locale)
    return own ? locale : mainLocale(model, schema.config)
  }

  const nodeOf = (stored: StoredEntry, model: Model, wanted: readonly string[] | undefined): RelationNode => {
    const locale = memberOf(stored.settled?.locales ?? {}, localeIn(model))
    const known = wanted?.filter((field) => valueFields(model).some(({ name }) => name === field))
    return {
      model: stored.model,
      id: stored.id,
      title: stored.title.slice(0, MAX_TITLE).toWellFormed(),
      ...(locale ? { status: locale.meta.status } : {}),
      ...(known && known.length > 0 ? { data: readEntryIn(stored, model, localeIn(model), known).data } : {}),
    }
  }

  const depth = Math.max(1, Math.min(MAX_DEPTH, request.depth))
  return { root: await expand(start.model, start.id, depth), left }
}

/** One reference of an entry. */
export interface Reference {
  /** The name of the field, also of one that holds the reference deep inside. */
  field: string
  model: string
  id: string
}

/** The targets of one locale's settled values, in the order of the fields. */
export function referencesOf({ settled }: Pick<StoredEntry, 'settled'>, model: Model, locale: string): Reference[] {
  if (model.kind === 'dictionary') return []
  return referencesIn(memberOf(settled?.locales ?? {}, locale)?.values ?? {}, model)
}

function referencesIn(values: Entry['locales'][string]['values'], model: Model): Reference[] {
  return valueFields(model).flatMap(({ name, definition }) => {
    const value = memberOf(values, name)
    if (value === undefined) return []
    return linksIn(definition, value).flatMap((link) =>
      link.kind === 'ref' && link.targetModel !== undefined
        ? [{ field: name, model: link.targetModel, id: link.value }]
        : [],
    )
  })
}
