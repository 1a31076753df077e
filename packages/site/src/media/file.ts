import type { Dimensions } from '@atelier/operation'
import { refuseXml } from './data.ts'
import { sniffMedia } from './sniff.ts'
import { cleanSvg } from './svg.ts'
import { type MediaType, maxBytesOf, maxPixels, mediaTypes } from './types.ts'

/** A file as it may be kept. */
export interface ReadMedia extends Partial<Dimensions> {
  type: MediaType
  /** The bytes to keep, if they are not those that came: a drawing that was cleaned. */
  cleaned?: Uint8Array
  animated?: true
  warnings: string[]
}

export type MediaProblem = {
  code: 'unsupported_media' | 'too_large' | 'invalid_media'
  message: string
  hint?: string
}

/**
 * Examines an uploaded file: what it is (from its bytes), whether it may be media, and how large it shows.
 * @param head the whole of a file, or at least its first `sniffBytes`; a drawing and other XML must be whole
 * @param bytes the size of the whole file
 */
export function readMedia(
  head: Uint8Array,
  name: string,
  bytes = head.byteLength,
): { ok: true; media: ReadMedia } | { ok: false; problem: MediaProblem } {
  const problem = (code: MediaProblem['code'], message: string, hint?: string) => ({
    ok: false as const,
    problem: hint === undefined ? { code, message } : { code, message, hint },
  })
  if (bytes === 0) return problem('invalid_media', `“${name}” is empty.`)
  const sniffed = sniffMedia(head, name)
  if (!sniffed) {
    const known = mediaTypes.map(({ extensions }) => extensions[0]).join(', ')
    return problem('unsupported_media', `“${name}” is not a file that can be kept as media.`, `These can: ${known}.`)
  }
  const { type, size, animated } = sniffed
  const most = maxBytesOf(type)
  if (bytes > most) {
    const message = `“${name}” has ${megabytes(bytes)}; ${type.extensions[0]} files may have ${megabytes(most)}.`
    return problem('too_large', message, 'Make it smaller and upload it again.')
  }
  if (type.type === 'image/svg+xml') {
    const clean = cleanSvg(head)
    if ('problem' in clean) return problem('invalid_media', `“${name}” was refused. ${clean.problem}`)
    const media: ReadMedia = {
      type,
      warnings: clean.removed.map((each) => `Taken out of “${name}”: ${each}.`),
      ...clean.size,
    }
    if (clean.removed.length > 0) media.cleaned = new TextEncoder().encode(clean.text)
    return { ok: true, media }
  }
  if (type.type === 'application/xml') {
    const why = refuseXml(head)
    if (why !== undefined) return problem('invalid_media', `“${name}” was refused. ${why}`)
  }
  if (size && size.width * size.height > maxPixels) {
    const message = `“${name}” has ${size.width} × ${size.height} pixels.`
    return problem('too_large', message, `A picture may have ${maxPixels / 1e6} million pixels.`)
  }
  return { ok: true, media: { type, warnings: [], ...size, ...(animated ? { animated } : {}) } }
}

function megabytes(bytes: number): string {
  const mb = bytes / 1024 / 1024
  return mb < 0.1 ? `${Math.ceil(bytes / 1024)} kB` : `${mb < 10 ? Math.round(mb * 10) / 10 : Math.round(mb)} MB`
}
