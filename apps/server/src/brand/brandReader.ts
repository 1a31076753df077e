import {
  type BrandAnswer,
  type BrandReader,
  brandColors,
  brandSources,
  type ColorShare,
  hexColor,
  type KeptLogo,
  pictureColors,
  sheetColors,
} from '@atelier/generate'
import { readMedia } from '@atelier/site'
import type { MediaFiles } from '../media/files.ts'
import type { Variants } from '../media/variants.ts'
import { decodeText } from '../web/decode.ts'
import type { GuardedFetch } from '../web/guardedFetch.ts'

export interface BrandReaderServices {
  mediaFiles: Pick<MediaFiles, 'read' | 'put'>
  variants: Pick<Variants, 'pixels'>
  fetch: GuardedFetch
}

/** The longest edge at which the colours of a picture are counted. */
const EDGE = 160
const MOST_PAGE_BYTES = 2 * 1024 * 1024
const MOST_SHEET_BYTES = 512 * 1024
const MOST_PICTURE_BYTES = 5 * 1024 * 1024
/** A logo that is smaller on both sides, in pixels, is none for a header. */
const SMALLEST_LOGO = 32

interface ReadLogo {
  logo: KeptLogo
  colors: ColorShare[]
}

/** Reads the colours of a brand, and its logo, from a picture of the library or from a site. */
export function createBrandReader(
  { mediaFiles, variants, fetch }: BrandReaderServices,
  projectId: string,
): BrandReader {
  const colorsOf = async (bytes: Uint8Array) => {
    const pixels = await variants.pixels(bytes, EDGE)
    return pixels && { pixels, colors: pictureColors(pixels) }
  }

  const text = async (url: string, maxBytes: number, type: string, signal: AbortSignal) => {
    const answer = await fetch(url, { maxBytes, accepts: (each) => each === type, signal })
    if (!answer.ok) return { problem: answer.problem }
    if (answer.status < 200 || answer.status > 299)
      return { problem: `${new URL(answer.url).host} answered with status ${answer.status}.` }
    return { url: answer.url, text: decodeText(answer.bytes, answer.charset) }
  }

  /** A picture of the web that a header can show; undefined of another. */
  const logoAt = async (url: string, name: string, signal: AbortSignal): Promise<ReadLogo | undefined> => {
    const accepts = (type: string) => type.startsWith('image/')
    const answer = await fetch(url, { maxBytes: MOST_PICTURE_BYTES, accepts, signal })
    if (!answer.ok || answer.status !== 200 || answer.truncated) return undefined
    const read = readMedia(answer.bytes, name)
    if (!read.ok || read.media.type.kind !== 'image') return undefined
    const bytes = read.media.cleaned ?? answer.bytes
    const found = await colorsOf(bytes)
    if (!found) return undefined
    const { width = found.pixels.width, height = found.pixels.height, type } = read.media
    if (Math.max(width, height) < SMALLEST_LOGO && type.type !== 'image/svg+xml') return undefined
    const { hash } = await mediaFiles.put(projectId, bytes)
    const logo = { name, hash, type: type.type, bytes: bytes.byteLength, width, height }
    return { logo, colors: found.colors }
  }

  return {
    async ofPicture({ hash, name }): Promise<BrandAnswer> {
      const bytes = await mediaFiles.read(projectId, hash)
      const found = bytes && (await colorsOf(bytes))
      if (!found) return { ok: false, problem: `“${name}” cannot be read as a picture.` }
      const colors = brandColors(found.colors)
      if (colors.length === 0) return { ok: false, problem: `“${name}” shows no colour but white.` }
      return { ok: true, colors, size: { width: found.pixels.width, height: found.pixels.height } }
    },

    async ofSite(address, signal): Promise<BrandAnswer> {
      const page = await text(address, MOST_PAGE_BYTES, 'text/html', signal)
      if (page.problem !== undefined) return { ok: false, problem: page.problem }
      const sources = brandSources(page.text, page.url)
      const name = `logo of ${new URL(page.url).host}`
      const [sheets, logos] = await Promise.all([
        Promise.all(sources.sheets.map((url) => text(url, MOST_SHEET_BYTES, 'text/css', signal))),
        Promise.all(sources.logos.map((url) => logoAt(url, name, signal))),
      ])
      const css = [sources.css, ...sheets.flatMap((sheet) => sheet.text ?? [])].join('\n')
      const logo = logos.find((each) => each !== undefined)
      const theme = sources.theme && hexColor(sources.theme)
      const shares: ColorShare[] = [
        ...(theme ? [{ color: theme, share: 0.9 }] : []),
        ...(logo?.colors ?? []).map(({ color, share }) => ({ color, share: share * 0.7 })),
        ...sheetColors(css).map(({ color, share }) => ({ color, share: share * 0.5 })),
      ]
      let colors = brandColors(shares)
      if (colors.length === 0 && sources.picture !== undefined)
        colors = brandColors((await logoAt(sources.picture, name, signal))?.colors ?? [])
      if (colors.length === 0) return { ok: false, problem: `${new URL(page.url).host} shows no colours of its own.` }
      return { ok: true, colors, ...(logo ? { logo: logo.logo } : {}) }
    },
  }
}
