import {
  type ContentSchema,
  type Entry,
  entryPath,
  type KeptEntry,
  localesOf,
  type Model,
  mainLocale,
  metaPath,
  readMembers,
  sharesFile,
} from '@atelier/content'
import { inSlices } from '@atelier/operation'
import type { WorkingTree } from '../files/workingTree.ts'
import type { UnsettledEntry } from './contentStates.ts'

/** A model before and after a group of changes. */
export interface ModelAt {
  schema: ContentSchema
  model: Model
  before: ContentSchema | undefined
  old: Model | undefined
}

export interface Unsettled {
  /** The contents of the files: for a collection its entries by locale, for another model the locales that stay. */
  kept: readonly KeptEntry[]
  /** Files of documents under their new paths. */
  moved: ReadonlyMap<string, string>
  /** Paths that are not written, and stay. */
  stay: ReadonlySet<string>
  /** The visible values of entries, which are written except in locales whose files stay as they are. */
  last: readonly Entry[]
}

/**
 * Plans how entries are written in locales whose live values their model does not accept: the values in their files stay
 * as they are, byte for byte if the file is theirs only. Where the files have none, or the model is another now, those
 * that were settled last are written. Meta data and all other locales are written as they are seen. An entry of which
 * nothing was ever settled stays whole.
 *
 * @param rewritten the model has changed, so that all of its files are written again
 * @param standIns by locale the entries of which the files have the values of another locale
 */
export async function keepUnsettled(
  entries: readonly UnsettledEntry[],
  tree: WorkingTree,
  { schema, model, before = schema, old = model }: ModelAt,
  rewritten: boolean,
  standIns: Readonly<Record<string, readonly string[]>>,
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
  for (const { id, was, last, locales: unsettled } of entries) {
    const paths = localesOf(model, schema.config).map((locale) => ({
      locale,
      values: entryPath(old, locale, was),
      meta: metaPath(old, locale, before.config, was),
    }))
    const isThere = (path: string) =>
      model.kind === 'collection' ? Object.hasOwn(membersOf.get(path) ?? {}, was) : texts.has(path)
    if (last) found.last.push(last)
    else if (!paths.some(({ values }) => isThere(values))) continue
    const whole = last === undefined
    const isWithout = withoutOwn(last, unsettled, standIns, { schema, model, was })
    const kept = whole
      ? paths
      : paths.filter(({ locale, values }) => !rewritten && isThere(values) && !isWithout(locale))
    if (kept.length === 0) continue
    if (model.kind === 'collection') {
      const own = kept.map(({ locale, values, meta }) => {
        const [value, about] = [membersOf.get(values)?.[was], whole ? membersOf.get(meta)?.[was] : undefined]
        const both = {
          ...(value === undefined ? {} : { values: value }),
          ...(about === undefined ? {} : { meta: about }),
        }
        return [locale, both] as const
      })
      found.kept.push({ id, locales: new Map(own), whole })
      continue
    }
    found.kept.push({ id, locales: new Map(kept.map(({ locale }) => [locale, {}])), whole })
    for (const { locale, values, meta } of kept) {
      for (const [from, to] of [
        [values, entryPath(model, locale, id)] as const,
        ...(whole ? [[meta, metaPath(model, locale, schema.config, id)] as const] : []),
      ]) {
        const text = texts.get(from)
        if (text === undefined) continue
        if (from === to) found.stay.add(from)
        else found.moved.set(to, text)
      }
    }
  }
  return found
}

/** Whether the files have no values of an entry in a locale that are to be kept. */
function withoutOwn(
  last: Entry | undefined,
  unsettled: ReadonlySet<string>,
  standIns: Readonly<Record<string, readonly string[]>>,
  { schema, model, was }: { schema: ContentSchema; model: Model; was: string },
): (locale: string) => boolean {
  const main = mainLocale(model, schema.config)
  // A file that locales share has the values of the default one.
  if (sharesFile(model)) return () => !unsettled.has(main)
  const source = [main, ...localesOf(model, schema.config)].find((locale) => {
    const own = last?.locales[locale]
    return own !== undefined && own.standIn !== true
  })
  const isSourceKept = source !== undefined && unsettled.has(source)
  return (locale) => !unsettled.has(locale) || (!isSourceKept && standIns[locale]?.includes(was) === true)
}

/** Where entries of a model are, content and meta. */
export function pathsOf({ config }: ContentSchema, model: Model, entries: readonly Pick<Entry, 'id'>[]): string[] {
  const named = model.kind === 'document' ? entries : [{ id: '' }]
  return localesOf(model, config).flatMap((locale) =>
    named.flatMap(({ id }) => [entryPath(model, locale, id), metaPath(model, locale, config, id)]),
  )
}
