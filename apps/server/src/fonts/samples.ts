import { createHash } from 'node:crypto'
import type { FontInstaller, MediaStore } from '@atelier/site'

/** The bytes of a font as a plan shows it, WOFF2 of Latin letters; undefined if it cannot be had. */
export type FontSamples = (family: string, variant: string) => Promise<Uint8Array | undefined>

/** How many samples are kept in memory. */
const MOST_KEPT = 60

/**
 * Fonts of Google to look at before a site keeps them.
 * @param installer undefined if this server fetches nothing
 */
export function createFontSamples(
  installer: ((media: MediaStore, scope: string) => FontInstaller) | undefined,
): FontSamples {
  const kept = new Map<string, Promise<Uint8Array | undefined>>()

  async function fetched(family: string, variant: string): Promise<Uint8Array | undefined> {
    const files = new Map<string, Uint8Array>()
    const store: MediaStore = {
      async put(bytes) {
        const hash = createHash('sha256').update(bytes).digest('hex')
        files.set(hash, bytes)
        return { hash }
      },
      read: async (hash) => files.get(hash),
    }
    const request = { family, variants: [variant], subsets: ['latin'], partial: true }
    const outcome = await installer?.(store, `sample ${family} ${variant}`).install(request)
    const hash = outcome?.ok ? outcome.font.files[0]?.hash : undefined
    return hash === undefined ? undefined : files.get(hash)
  }

  return (family, variant) => {
    const key = `${variant} ${family}`
    const known = kept.get(key)
    if (known) return known
    const sample = fetched(family, variant).catch(() => undefined)
    kept.set(key, sample)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    // Missing samples are requested again the next time.
    void sample.then((bytes) => bytes ?? kept.delete(key))
    return sample
  }
}
