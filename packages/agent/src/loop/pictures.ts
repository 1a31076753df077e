import { readRasterHeader } from '@atelier/operation'
import type { ModelRequest, PictureRule, Turn } from '../contract/provider.ts'

/** Bytes of a stored picture, base64; no longer than `maxEdge` pixels at its longest edge, where it can be scaled. */
export type LoadImage = (hash: string, maxEdge?: number) => Promise<string | undefined>

/** The pictures of a run's requests, read once each. */
export interface Pictures {
  /** @param refused hashes of pictures that the provider did not take */
  of(turns: readonly Turn[], refused?: ReadonlySet<string>): Promise<ShownPictures>
}

export interface ShownPictures {
  /** Those that the turns show and that a request can carry, by hash, base64; the newest ones if there are too many. */
  loaded: ReadonlyMap<string, string>
  /** The others that are stored. */
  tooMany: ReadonlySet<string>
  /** Those of `loaded` that are smaller than they are stored. */
  scaled: ReadonlySet<string>
}

export const noPictures: ShownPictures = { loaded: new Map(), tooMany: new Set(), scaled: new Set() }

/** The limits of one request's pictures, in characters of base64 and in number. */
const maxPictureBytes = 20_000_000
const maxPictures = 50

export function createPictures(load: LoadImage | undefined, rule?: PictureRule): Pictures {
  let known: ReadonlyMap<string, string> = new Map()
  let smaller: ReadonlyMap<string, string> = new Map()
  const sizes = new Map<string, number>()
  const edges = new Map<string, number>()

  function edgeOf(hash: string, data: string): number {
    const measured = edges.get(hash) ?? longestEdge(data)
    edges.set(hash, measured)
    return measured
  }

  /** Those that are too large among so many, as far as they can be scaled. */
  async function scaledOnes(loaded: ReadonlyMap<string, string>, edge: number): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const [hash, data] of loaded) {
      if (edgeOf(hash, data) <= edge) continue
      const scaled = smaller.get(hash) ?? (await load?.(hash, edge))
      if (scaled !== undefined && longestEdge(scaled) <= edge) found.set(hash, scaled)
    }
    return found
  }

  return {
    async of(turns, refused) {
      if (!load) return noPictures
      const shown = hashesOf(turns).filter((hash) => !refused?.has(hash))
      const places = Map.groupBy(shown, (hash) => hash)
      const placesOf = (hash: string) => places.get(hash)?.length ?? 0
      const loaded = new Map<string, string>()
      const tooMany = new Set<string>()
      let bytes = 0
      let count = 0
      for (const hash of new Set(shown.toReversed())) {
        const size = sizes.get(hash)
        const full = count + placesOf(hash) > maxPictures
        if (full || (size !== undefined && bytes + size > maxPictureBytes)) {
          tooMany.add(hash)
          continue
        }
        const data = known.get(hash) ?? (await load(hash))
        if (data === undefined) continue
        sizes.set(hash, data.length)
        if (bytes + data.length > maxPictureBytes) {
          tooMany.add(hash)
          continue
        }
        bytes += data.length
        count += placesOf(hash)
        loaded.set(hash, data)
      }
      // Only what the last request showed is kept: it is what the next one shows.
      known = loaded
      if (!rule || count <= rule.count) return { loaded, tooMany, scaled: new Set() }
      smaller = await scaledOnes(loaded, rule.edge)
      const sent = new Map([...loaded].map(([hash, data]) => [hash, smaller.get(hash) ?? data]))
      const tooLarge = [...loaded].some(([hash, data]) => !smaller.has(hash) && edgeOf(hash, data) > rule.edge)
      // The older ones give way, until the rest is few enough to be as large as it is.
      let kept = 0
      for (const hash of tooLarge ? loaded.keys() : []) {
        if (kept + placesOf(hash) <= rule.count) {
          kept += placesOf(hash)
          continue
        }
        sent.delete(hash)
        tooMany.add(hash)
      }
      return { loaded: sent, tooMany, scaled: new Set([...smaller.keys()].filter((hash) => sent.has(hash))) }
    },
  }
}

/** In pixels. A picture without known dimensions counts as small: the provider has the last word. */
function longestEdge(base64: string): number {
  try {
    const header = readRasterHeader(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
    return header ? Math.max(header.width, header.height) : 0
  } catch {
    // Not base64, so not a picture either.
    return 0
  }
}

/** The pictures that turns show, one for each place. */
export function hashesOf(turns: readonly Turn[]): string[] {
  return turns.flatMap((turn) =>
    turn.blocks.flatMap((block) => {
      if (block.kind === 'image') return [block.hash]
      return block.kind === 'toolResult' ? (block.images ?? []).map(({ hash }) => hash) : []
    }),
  )
}

/**
 * The pictures to leave out of a conversation whose request was refused because of one: those that the model has not
 * answered yet, since it took the others; if there are none, all of them. None if the request shows no picture.
 */
export function picturesToDrop({ turns, vision, image }: Pick<ModelRequest, 'turns' | 'vision' | 'image'>): string[] {
  if (!vision) return []
  const shownIn = (some: readonly Turn[]) => [...new Set(hashesOf(some))].filter((hash) => image(hash) !== undefined)
  const newest = shownIn(turns.slice(turns.findLastIndex(({ role }) => role === 'assistant') + 1))
  return newest.length > 0 ? newest : shownIn(turns)
}
