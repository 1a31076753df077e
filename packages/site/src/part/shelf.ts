import type { PartRequest, PartSource, PublishedPart } from '../context/parts.ts'

/** Whether a list that pages depend on is a part, and which one. */
export const isPartList = (name: string): name is `part:${string}` => name.startsWith('part:')
export const partOfList = (list: string) => list.slice('part:'.length)

/** A part on a page, as the record of a release keeps it. */
export interface ShownPart {
  request: PartRequest
  files: PublishedPart
}

/** The parts of a release while it is rendered: their files are made when a page first shows them. */
export interface PartShelf {
  /** The files of a part; undefined while they are not loaded, and of one that has none. */
  show(request: PartRequest): PublishedPart | undefined
  /** Returns the requests since the last call, and whether each was loaded when it was shown: `begin` loads meanwhile. */
  taken(): { requests: PartRequest[]; wereLoaded: boolean }
  /** Begins to make the files that pages are about to show, while other pages are rendered. */
  begin(requests: readonly PartRequest[]): void
  /** Waits until the files are made. */
  ensure(requests: readonly PartRequest[]): Promise<void>
  /** Why a part has no files, or older ones only, as a sentence. */
  problemOf(request: PartRequest): string | undefined
  /** Another one whenever pages may show a part otherwise. Empty for one that could not be built, so that it is tried again. */
  versionOf(partId: string): Promise<string>
}

/** So many parts are made at once: a kernel builds one while the picture of another is compressed. */
const MOST_AT_ONCE = 3

/** @param before what the pages of the previous release show */
export function createPartShelf(source: PartSource | undefined, before: readonly ShownPart[]): PartShelf {
  const known = new Map(before.map(({ request, files }) => [keyOf(request), files]))
  const loaded = new Map<string, { files: PublishedPart | undefined; problem?: string }>()
  const failed = new Set<string>()
  const versions = new Map<string, Promise<string | undefined>>()
  const loading = new Map<string, Promise<void>>()
  const lanes: Promise<void>[] = []
  let taken = new Map<string, PartRequest>()
  let wereLoaded = true

  function stored(partId: string): Promise<string | undefined> {
    const version = versions.get(partId) ?? source?.versionOf(partId) ?? Promise.resolve(undefined)
    versions.set(partId, version)
    return version
  }

  async function load(request: PartRequest): Promise<{ files: PublishedPart | undefined; problem?: string }> {
    const { partId } = request
    if (!source || (await stored(partId)) === undefined)
      return {
        files: undefined,
        problem: partId === '' ? 'The element names no part.' : `There is no part “${partId}”.`,
      }
    const earlier = known.get(keyOf(request))
    const made = await source.files(request, earlier)
    if (!('problem' in made)) return { files: made }
    failed.add(partId)
    const kept = earlier ? ' Visitors see it as it was published before.' : ' It is left out.'
    return { files: earlier, problem: `${made.problem}${kept}` }
  }

  function loadOnce(request: PartRequest): Promise<void> {
    const key = keyOf(request)
    const begun = loading.get(key)
    if (begun) return begun
    const lane = loading.size % MOST_AT_ONCE
    const made = (lanes[lane] ?? Promise.resolve()).then(async () => {
      loaded.set(key, await load(request))
    })
    // Only the page that shows it fails with it.
    lanes[lane] = made.catch(() => undefined)
    loading.set(key, made)
    return made
  }

  return {
    show(request) {
      const key = keyOf(request)
      taken.set(key, request)
      wereLoaded &&= loaded.has(key)
      return loaded.get(key)?.files
    },
    taken() {
      const asked = { requests: [...taken.values()], wereLoaded }
      taken = new Map()
      wereLoaded = true
      return asked
    },
    begin(requests) {
      for (const request of requests) void loadOnce(request)
    },
    async ensure(requests) {
      await Promise.all(requests.map(loadOnce))
    },
    problemOf: (request) => loaded.get(keyOf(request))?.problem,
    versionOf: async (partId) => (failed.has(partId) ? '' : ((await stored(partId)) ?? '-')),
  }
}

const keyOf = ({ partId, configuration = '', view = '', choices }: PartRequest) =>
  JSON.stringify([partId, configuration, view, choices === true])
