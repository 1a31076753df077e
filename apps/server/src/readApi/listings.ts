import {
  createFinder,
  type Finder,
  type Model,
  type Showing,
  type ShownEntry,
  type ShowsEntry,
  type StoredEntry,
  shownEntries,
  shownIds,
  targetsOf,
} from '@atelier/content'
import { inSlices } from '@atelier/operation'
import type { Readable } from './access.ts'

/** The entries of a model as some callers see them in one locale, until one is edited, or comes or goes by its time. */
export interface Listing {
  finder: Finder<ShownEntry>
  shows: ShowsEntry
  /** Answers that were made of it, by query. */
  answers: Map<string, TaggedAnswer>
}

/** The text of an answer, with its digest. */
export interface TaggedAnswer {
  body: string
  tag: string
}

/** Keeps in memory the listings that callers of the read API see, so that a request reads only one page. */
export interface Listings {
  of(readable: Readable, model: Model, showing: Showing): Promise<Listing>
  /** Which entries of the models that a model refers to are shown. */
  showsOf(readable: Readable, models: readonly Model[], showing: Showing): Promise<ShowsEntry>
}

interface Kept {
  source: readonly StoredEntry[]
  from: number
  until: number
}
interface KeptIds extends Kept {
  ids: ReadonlySet<string>
}
interface KeptListing extends Kept, Listing {
  /** Those of the models that it refers to. */
  targets: ReadonlyMap<string, ReadonlySet<string>>
  shown: WeakMap<StoredEntry, ShownEntry>
}

/** Entries of all listings together. */
const MOST_ENTRIES = 200_000

export function createListings(): Listings {
  const ids = new Map<string, KeptIds>()
  const listings = new Map<string, KeptListing>()

  const isFresh = (kept: Kept, source: readonly StoredEntry[], { at }: Showing) =>
    kept.source === source && kept.from <= at && at < kept.until

  async function idsOf({ reader, key }: Readable, model: Model, showing: Showing): Promise<ReadonlySet<string>> {
    const place = listingPlace(key, model, showing)
    const source = await reader.entries(model.id)
    const known = place === undefined ? undefined : ids.get(place)
    if (known && isFresh(known, source, showing)) return known.ids
    const { ids: found, until } = await inSlices(shownIds(source, model, showing))
    // The same set while the same ones are shown, so that what depends on it stays.
    const same = known && equalSets(known.ids, found) ? known.ids : found
    if (place !== undefined) keepListing(ids, place, { source, ids: same, from: showing.at, until })
    return same
  }

  async function targetsShown(readable: Readable, models: readonly Model[], showing: Showing) {
    const names = new Set(models.flatMap((model) => model.fields.flatMap((each) => targetsOf(each.definition))))
    const found = new Map<string, ReadonlySet<string>>()
    for (const name of names) {
      const model = readable.schema.models.find(({ id }) => id === name)
      if (model) found.set(name, await idsOf(readable, model, showing))
    }
    return found
  }

  const showsIn =
    (targets: ReadonlyMap<string, ReadonlySet<string>>): ShowsEntry =>
    (model, id) =>
      targets.get(model)?.has(id) ?? false

  return {
    async of(readable, model, showing) {
      const targets = await targetsShown(readable, [model], showing)
      const source = await readable.reader.entries(model.id)
      const place = listingPlace(readable.key, model, showing)
      const known = place === undefined ? undefined : listings.get(place)
      const hasSame = known !== undefined && [...targets].every(([name, each]) => known.targets.get(name) === each)
      if (known && hasSame && isFresh(known, source, showing)) return known
      const shows = showsIn(targets)
      const shown = known && hasSame ? known.shown : new WeakMap<StoredEntry, ShownEntry>()
      const { entries, until } = await inSlices(shownEntries(source, model, showing, shows, shown))
      const finder = createFinder(entries, model.i18n ? showing.locale : '*')
      const made = { source, targets, shown, shows, finder, answers: new Map(), from: showing.at, until }
      if (place !== undefined) keepListing(listings, place, made)
      return made
    },
    showsOf: async (readable, models, showing) => showsIn(await targetsShown(readable, models, showing)),
  }
}

/** Undefined where nothing is kept. */
const listingPlace = (key: string | undefined, { id }: Model, { locale, fallsBack, drafts }: Showing) =>
  key === undefined ? undefined : JSON.stringify([key, id, locale, fallsBack, drafts])

const equalSets = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean =>
  a.size === b.size && [...a].every((each) => b.has(each))

/** Keeps one more as the last, and forgets the first ones where all of them are too many. */
function keepListing<Each extends Kept>(kept: Map<string, Each>, place: string, each: Each): void {
  kept.delete(place)
  kept.set(place, each)
  // Each counts for something, so that many of nothing are forgotten too.
  let size = 0
  for (const { source } of kept.values()) size += source.length + 100
  for (const [first, { source }] of kept) {
    if (size <= MOST_ENTRIES || kept.size === 1) return
    kept.delete(first)
    size -= source.length + 100
  }
}
