import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Crop, imageVariants, type MediaEntry } from '@atelier/site'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Log } from '../log/log.ts'
import type { MediaFiles } from './files.ts'

/** A picture that was made from another: where it is published, and under which hash its bytes are kept. */
export interface VariantFile {
  path: string
  contentType: string
  blob: string
}

/**
 * Smaller pictures of uploads, in each width as WebP and AVIF. They are made once for each content, kept among the media,
 * and named in `variants/<sha256>.json` beside them.
 */
export interface Variants {
  /** All variants of some files, made if they are missing. Variants that cannot be made are left out and named. */
  of(projectId: string, entries: readonly MediaEntry[]): Promise<{ files: VariantFile[]; problems: string[] }>
  /**
   * Pictures cut around their focal points, made if they are missing. Variants that cannot be made are left out and
   * named.
   */
  crops(projectId: string, wanted: readonly Crop[]): Promise<{ files: VariantFile[]; problems: string[] }>
  /** Makes those of a new upload in the background, when no other request waits. */
  warm(projectId: string, entry: MediaEntry): void
  /**
   * The hash of one variant as WebP: the smallest that is at least so wide, or the widest there is. It is made at once
   * if it is missing; undefined of a file that is shown as it is, or that cannot be read.
   */
  one(projectId: string, entry: MediaEntry, width: number): Promise<string | undefined>
  /** A few pixels of a picture as WebP in base64; undefined of one with transparent parts, or that cannot be read. */
  blur(bytes: Uint8Array | string): Promise<string | undefined>
  /**
   * A picture in its own format, at most `edge` pixels at its longest edge; of a moving one its first picture. Undefined
   * if it cannot be read.
   */
  fit(bytes: Uint8Array, edge: number): Promise<Uint8Array | undefined>
  /** A picture as pixels of four bytes, at most `edge` at its longest edge; undefined if it cannot be read. */
  pixels(bytes: Uint8Array, edge: number): Promise<{ data: Uint8Array; width: number; height: number } | undefined>
  /** The hashes that a content’s variants are kept under. */
  hashes(projectId: string, hash: string): Promise<string[]>
  /** Forgets a content's variants; their bytes are deleted like those of any other file. */
  forget(projectId: string, hash: string): Promise<void>
  /** Resolves when nothing is at work any more; what was only to be made beforehand is left. */
  stop(): Promise<void>
}

/** Files made from one content: by width, the hash of each format. AVIF is absent if it would be larger. */
const Made = Type.Object({
  format: Type.Literal(1),
  widths: Type.Record(Type.String(), Type.Object({ webp: Type.String(), avif: Type.Optional(Type.String()) })),
  /** Cut ones, by what is kept of the picture and their width; those of focal points that are none any more stay. */
  crops: Type.Optional(Type.Record(Type.String(), Type.String())),
})
type Made = Type.Static<typeof Made>

/** Pictures at a time: the library works in threads of its own, and each needs memory for the whole picture. */
const atOnce = 2
/** A picture of more pixels is not read for its colours. */
const MOST_PIXELS = 100_000_000
const quality = { webp: 78, avif: 52 }

export interface VariantsOptions {
  dataDir: string
  files: MediaFiles
  log: Log
}

export function createVariants({ dataDir, files, log }: VariantsOptions): Variants {
  const working = new Map<string, Promise<Made>>()
  const line: (() => void)[] = []
  const spare: (() => Promise<unknown>)[] = []
  let busy = 0
  let stopped = false
  let loading: Promise<typeof import('sharp').default> | undefined

  /** Loaded with the first picture: it is large, and many servers never need it. */
  const library = () => {
    loading ??= import('sharp').then(({ default: sharp }) => {
      // One thread for each picture leaves the others to the rest of the server.
      sharp.concurrency(1)
      sharp.cache(false)
      return sharp
    })
    return loading
  }

  const enter = async () => {
    if (busy >= atOnce) await new Promise<void>((resolve) => line.push(resolve))
    else busy += 1
  }
  const leave = () => {
    const next = line.shift()
    if (next) return next()
    busy -= 1
    if (!stopped && busy === 0) void spare.shift()?.()
  }

  const fileOf = (projectId: string, hash: string) => join(dataDir, 'media', projectId, 'variants', `${hash}.json`)

  const known = async (projectId: string, hash: string): Promise<Made> => {
    try {
      const value: unknown = JSON.parse(await readFile(fileOf(projectId, hash), 'utf8'))
      if (Value.Check(Made, value)) return value
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      if (!missing && !(error instanceof SyntaxError)) throw error
    }
    return { format: 1, widths: {} }
  }

  const note = async (projectId: string, hash: string, made: Made) => {
    const path = fileOf(projectId, hash)
    await mkdir(join(dataDir, 'media', projectId, 'variants'), { recursive: true })
    const part = `${path}.${crypto.randomUUID()}`
    await writeFile(part, JSON.stringify(made))
    await rename(part, path)
  }

  const isWhole = async (projectId: string, made: Made, widths: readonly number[]) => {
    for (const width of widths) {
      const each = made.widths[width]
      if (!each) return false
      for (const hash of [each.webp, each.avif]) {
        if (hash !== undefined && (await files.size(projectId, hash)) === undefined) return false
      }
    }
    return true
  }

  /** Turned as its camera says, in colours that every screen knows. */
  const sourceOf = (sharp: typeof import('sharp').default, projectId: string, { hash }: MediaEntry) =>
    sharp(files.pathOf(projectId, hash), { failOn: 'error' }).autoOrient().toColourspace('srgb')

  const webpOf = (picture: import('sharp').Sharp) =>
    picture.clone().webp({ quality: quality.webp, effort: 4 }).toBuffer()

  const make = async (projectId: string, entry: MediaEntry): Promise<Made> => {
    const widths = imageVariants(entry).map(({ width }) => width)
    const before = await known(projectId, entry.hash)
    if (await isWhole(projectId, before, widths)) return before
    const sharp = await library()
    const made: Made = { ...before, widths: { ...before.widths } }
    await enter()
    try {
      const source = sourceOf(sharp, projectId, entry)
      for (const width of widths) {
        if (stopped) throw new Error('The server is stopping')
        const resized = source.clone().resize({ width, withoutEnlargement: true })
        const webp = await webpOf(resized)
        const avif = await resized.clone().avif({ quality: quality.avif, effort: 2 }).toBuffer()
        const smaller = avif.byteLength < webp.byteLength
        made.widths[width] = {
          webp: (await files.put(projectId, webp)).hash,
          ...(smaller ? { avif: (await files.put(projectId, avif)).hash } : {}),
        }
      }
    } finally {
      leave()
    }
    await note(projectId, entry.hash, made)
    return made
  }

  /** The crops of one picture. */
  const cut = async (projectId: string, crops: readonly Crop[]): Promise<VariantFile[]> => {
    const [first] = crops
    if (!first) return []
    const before = await known(projectId, first.entry.hash)
    const made: Record<string, string> = { ...before.crops }
    const nameOf = ({ width, area }: Crop) => `${area.left},${area.top} ${area.width}x${area.height} ${width}`
    let isNew = false
    const ready: VariantFile[] = []
    for (const crop of crops) {
      const name = nameOf(crop)
      let blob = made[name]
      if (blob === undefined || (await files.size(projectId, blob)) === undefined) {
        const sharp = await library()
        await enter()
        try {
          if (stopped) throw new Error('The server is stopping')
          const { width, height, area, entry } = crop
          const picture = sourceOf(sharp, projectId, entry).extract(area).resize({ width, height, fit: 'fill' })
          blob = (await files.put(projectId, await webpOf(picture))).hash
        } finally {
          leave()
        }
        made[name] = blob
        isNew = true
      }
      ready.push({ path: crop.path, contentType: 'image/webp', blob })
    }
    if (isNew) await note(projectId, first.entry.hash, { ...before, crops: made })
    return ready
  }

  /** One encoding, shared by all concurrent requests for it. */
  const ensure = (projectId: string, entry: MediaEntry): Promise<Made> => {
    const key = `${projectId}/${entry.hash}`
    const under = working.get(key)
    if (under) return under
    const begun = make(projectId, entry).finally(() => working.delete(key))
    working.set(key, begun)
    return begun
  }

  return {
    async of(projectId, entries) {
      const problems: string[] = []
      const made = await Promise.all(
        entries.map(async (entry) => {
          const variants = imageVariants(entry)
          if (variants.length === 0) return []
          try {
            const { widths } = await ensure(projectId, entry)
            return variants.flatMap(({ width, path }): VariantFile[] => {
              const each = widths[width]
              if (!each) return []
              const webp: VariantFile = { path, contentType: 'image/webp', blob: each.webp }
              if (each.avif === undefined) return [webp]
              return [webp, { path: path.replace(/webp$/, 'avif'), contentType: 'image/avif', blob: each.avif }]
            })
          } catch (error) {
            log.warn({ err: error, hash: entry.hash }, 'a picture could not be made smaller')
            problems.push(`“${entry.name}” could not be made smaller; it is published as it is.`)
            // Whatever the page asks for is then the picture itself.
            return variants.map(({ path }): VariantFile => ({ path, contentType: entry.type, blob: entry.hash }))
          }
        }),
      )
      return { files: made.flat(), problems }
    },

    async crops(projectId, wanted) {
      const problems: string[] = []
      const ready: VariantFile[] = []
      for (const group of Map.groupBy(wanted, ({ entry }) => entry.hash).values()) {
        const [first] = group
        if (!first) continue
        // One at a time with the widths of the same picture: both write what is known of it.
        const key = `${projectId}/${first.entry.hash}`
        const before = working.get(key)
        const begun = (async () => {
          await before?.catch(() => undefined)
          return cut(projectId, group)
        })()
        const held = begun
          .then(() => known(projectId, first.entry.hash))
          .finally(() => {
            if (working.get(key) === held) working.delete(key)
          })
        held.catch(() => undefined)
        working.set(key, held)
        try {
          ready.push(...(await begun))
        } catch (error) {
          log.warn({ err: error, hash: first.entry.hash }, 'a picture could not be cut')
          problems.push(`“${first.entry.name}” could not be cut; it is published as it is.`)
          for (const { path, entry } of group) ready.push({ path, contentType: entry.type, blob: entry.hash })
        }
      }
      return { files: ready, problems }
    },

    warm(projectId, entry) {
      if (stopped || imageVariants(entry).length === 0) return
      const work = () =>
        ensure(projectId, entry).catch((error) =>
          log.warn({ err: error, hash: entry.hash }, 'a picture could not be made smaller'),
        )
      if (busy === 0) void work()
      else spare.push(work)
    },

    async one(projectId, entry, least) {
      const widths = imageVariants(entry).map(({ width }) => width)
      const width = widths.find((each) => each >= least) ?? widths.at(-1)
      if (width === undefined) return undefined
      const made = (await known(projectId, entry.hash)).widths[width]?.webp
      if (made !== undefined && (await files.size(projectId, made)) !== undefined) return made
      const sharp = await library()
      try {
        // Not noted: when all widths are made, the same bytes come out, under the same hash.
        const picture = sourceOf(sharp, projectId, entry).resize({ width, withoutEnlargement: true })
        return (await files.put(projectId, await webpOf(picture))).hash
      } catch (error) {
        log.info({ err: error, hash: entry.hash }, 'a picture could not be made smaller')
        return undefined
      }
    },

    async blur(bytes) {
      const sharp = await library()
      try {
        const picture = sharp(typeof bytes === 'string' ? bytes : Buffer.from(bytes), { failOn: 'error' })
        const { hasAlpha } = await picture.metadata()
        if (hasAlpha) return undefined
        const small = await picture
          .autoOrient()
          .resize(16, 16, { fit: 'inside' })
          .webp({ quality: 30, effort: 6 })
          .toBuffer()
        return small.toString('base64')
      } catch (error) {
        log.info({ err: error }, 'a picture could not be read for its placeholder')
        return undefined
      }
    },

    async fit(bytes, edge) {
      const sharp = await library()
      await enter()
      try {
        const picture = sharp(Buffer.from(bytes), { failOn: 'error' }).autoOrient()
        return await picture.resize(edge, edge, { fit: 'inside', withoutEnlargement: true }).toBuffer()
      } catch (error) {
        log.info({ err: error }, 'a picture could not be made smaller for a model')
        return undefined
      } finally {
        leave()
      }
    },

    async pixels(bytes, edge) {
      const sharp = await library()
      await enter()
      try {
        const picture = sharp(Buffer.from(bytes), { failOn: 'error', limitInputPixels: MOST_PIXELS }).autoOrient()
        const { data, info } = await picture
          // The edges of what is drawn would be mixed with what is around it.
          .resize(edge, edge, { fit: 'inside', withoutEnlargement: true, kernel: 'nearest' })
          .toColourspace('srgb')
          .ensureAlpha()
          .raw()
          .toBuffer({ resolveWithObject: true })
        return { data, width: info.width, height: info.height }
      } catch (error) {
        log.info({ err: error }, 'the colours of a picture could not be read')
        return undefined
      } finally {
        leave()
      }
    },

    async hashes(projectId, hash) {
      const { widths, crops = {} } = await known(projectId, hash)
      const scaled = Object.values(widths).flatMap(({ webp, avif }) => (avif === undefined ? [webp] : [webp, avif]))
      return [...scaled, ...Object.values(crops)]
    },

    forget: (projectId, hash) => rm(fileOf(projectId, hash), { force: true }),

    async stop() {
      stopped = true
      spare.length = 0
      await Promise.allSettled(working.values())
    },
  }
}
