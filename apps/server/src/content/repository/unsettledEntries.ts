import {
  type ContentSchema,
  type Entry,
  entryPath,
  type KeptEntry,
  localesOf,
  type Model,
  metaPath,
  readMembers,
} from '@atelier/content'
import { inSlices } from '@atelier/operation'
import type { UnsettledEntry } from './contentStates.ts'
import type { WorkingTree } from './workingTree.ts'

/** A model before and after a group of changes. */
export interface ModelAt {
  schema: ContentSchema
  model: Model
  before: ContentSchema | undefined
  old: Model | undefined
}

export interface Unsettled {
  /** What the files have of entries of a collection; of another model's entry that it stays. */
  kept: readonly KeptEntry[]
  /** Files of documents under their new paths. */
  moved: ReadonlyMap<string, string>
  /** Paths that are not written, and stay. */
  stay: ReadonlySet<string>
  /** The last settled states of entries that the files do not have. */
  last: readonly Entry[]
}

/**
 * What is written of entries whose live state their model does not accept: what the files have of them stays as it is,
 * byte for byte where a file is theirs alone. One that the files do not have, or whose model is another now, is written
 * as it was when it was settled last, if it ever was.
 *
 * @param rewritten the model has changed, so that all of its files are written again
 */
export async function keepUnsettled(
  entries: readonly UnsettledEntry[],
  tree: WorkingTree,
  { schema, model, before = schema, old = model }: ModelAt,
  rewritten: boolean,
): Promise<Unsettled> {
  const found = {
    kept: [] as KeptEntry[],
    moved: new Map<string, string>(),
    stay: new Set<string>(),
    last: [] as Entry[],
  }
  if (entries.length === 0) return found
  const texts = await tree.read(
    pathsOf(
      before,
      old,
      entries.map(({ was }) => ({ id: was })),
    ),
  )
  const membersOf = new Map<string, Awaited<ReturnType<typeof readAll>>>()
  const readAll = async (path: string) => {
    const text = texts.get(path)
    return text === undefined ? undefined : await inSlices(readMembers(text))
  }
  for (const path of model.kind === 'collection' ? texts.keys() : []) membersOf.set(path, await readAll(path))
  for (const { id, was, last } of entries) {
    const paths = localesOf(model, schema.config).map((locale) => ({
      locale,
      values: entryPath(old, locale, was),
      meta: metaPath(old, locale, before.config, was),
    }))
    const isThere = (path: string) =>
      model.kind === 'collection' ? Object.hasOwn(membersOf.get(path) ?? {}, was) : texts.has(path)
    if ((last && rewritten) || !paths.some(({ values }) => isThere(values))) {
      if (last) found.last.push(last)
      continue
    }
    if (model.kind === 'collection') {
      const own = paths.map(({ locale, values, meta }) => {
        const [value, about] = [membersOf.get(values)?.[was], membersOf.get(meta)?.[was]]
        const both = {
          ...(value === undefined ? {} : { values: value }),
          ...(about === undefined ? {} : { meta: about }),
        }
        return [locale, both] as const
      })
      found.kept.push({ id, locales: new Map(own) })
      continue
    }
    found.kept.push({ id, locales: new Map() })
    for (const { locale, values, meta } of paths) {
      for (const [from, to] of [
        [values, entryPath(model, locale, id)],
        [meta, metaPath(model, locale, schema.config, id)],
      ] as const) {
        const text = texts.get(from)
        if (text === undefined) continue
        if (from === to) found.stay.add(from)
        else found.moved.set(to, text)
      }
    }
  }
  return found
}

/** Where entries of a model are, content and meta. */
export function pathsOf({ config }: ContentSchema, model: Model, entries: readonly Pick<Entry, 'id'>[]): string[] {
  const named = model.kind === 'document' ? entries : [{ id: '' }]
  return localesOf(model, config).flatMap((locale) =>
    named.flatMap(({ id }) => [entryPath(model, locale, id), metaPath(model, locale, config, id)]),
  )
}
