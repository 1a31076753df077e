import type { ContentEntry, ContentSource, ContentView } from '../context/content.ts'
import { digest } from '../document/digest.ts'

/** A project without content. */
export const NO_CONTENT: ContentSource = {
  locales: { default: 'en', supported: ['en'] },
  models: [],
  load: async () => new Map(),
  markdown: (text) => text,
}

/** Whether a list that pages depend on is a collection, and which one. */
export const isContentList = (name: string): name is `content:${string}` => name.startsWith('content:')
export const contentListName = (list: string) => list.slice('content:'.length)

/** The content of a release while it is rendered: collections are loaded when a page first reads them. */
export interface ContentShelf {
  view: ContentView
  /** The collections that were read since the last call. */
  taken(): string[]
  /** Whether all that was read was loaded. */
  isLoaded(models: readonly string[]): boolean
  ensure(models: readonly string[]): Promise<void>
  /** Another one whenever anything that visitors may see of a collection is another; loads it. */
  digestOf(model: string): Promise<string>
}

export function createContentShelf(source: ContentSource): ContentShelf {
  const loaded = new Map<string, readonly ContentEntry[]>()
  const digests = new Map<string, string>()
  let taken = new Set<string>()

  async function ensure(models: readonly string[]): Promise<void> {
    const missing = models.filter((model) => !loaded.has(model))
    if (missing.length === 0) return
    const found = await source.load(missing)
    for (const model of missing) loaded.set(model, found.get(model) ?? [])
  }

  return {
    view: {
      locales: source.locales,
      models: source.models,
      markdown: source.markdown,
      entries(model) {
        taken.add(model)
        return loaded.get(model) ?? NONE
      },
    },
    taken() {
      const read = [...taken]
      taken = new Set()
      return read
    },
    isLoaded: (models) => models.every((model) => loaded.has(model)),
    ensure,
    async digestOf(model) {
      const known = digests.get(model)
      if (known !== undefined) return known
      await ensure([model])
      const versions = loaded.get(model)?.map(({ key, version }) => `${key} ${version}`) ?? []
      const shape = source.models.find(({ id }) => id === model)
      const found = await digest(JSON.stringify([source.locales, shape ?? null, versions]), 40)
      digests.set(model, found)
      return found
    },
  }
}

/** One and the same, so that what was made of it is kept. */
const NONE: readonly ContentEntry[] = []
