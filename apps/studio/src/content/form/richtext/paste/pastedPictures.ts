import type { PastedElement } from './pastedNode.ts'

/** A picture of the clipboard, which is in the text by its key until it is in the media. */
export interface PastedPicture {
  key: number
  /** How it comes: its bytes in the address, an address of this browser, a file of the other program, or the web. */
  from: 'data' | 'blob' | 'file' | 'web'
  src: string
  alt: string
}

/** A sign that a program shows as a picture, such as a face. */
export function pictureWords({ attributes }: PastedElement): string | undefined {
  const { alt = '', class: name = '' } = attributes
  const isSign = /emoji/i.test(name) || 'data-emoji' in attributes || 'data-goomoji' in attributes
  return alt !== '' && (isSign || /^\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?$/u.test(alt)) ? alt : undefined
}

/** Pictures that nobody sees: those that count who opened a mail. */
export const isInvisible = ({ attributes: { width, height } }: PastedElement) =>
  [width, height].some((size) => size !== undefined && /^[01](?:px)?$/.test(size.trim()))

/** How a picture comes; undefined if nothing of it is in the clipboard, such as an attachment of a mail. */
export function pictureFrom({ attributes }: PastedElement): Pick<PastedPicture, 'from' | 'src'> | undefined {
  const src = (attributes.src ?? '').trim()
  const later = attributes['data-src'] ?? attributes['data-original'] ?? ''
  if (/^data:image\/gif/i.test(src) && /^https?:/i.test(later)) return { from: 'web', src: later }
  if (/^data:image\//i.test(src)) return { from: 'data', src }
  if (/^blob:/i.test(src)) return { from: 'blob', src }
  if (/^file:/i.test(src)) return { from: 'file', src }
  if (/^https?:\/\//i.test(src)) return { from: 'web', src }
  return undefined
}

/**
 * The pictures in the RTF of a clipboard, in their order: Word and LibreOffice put into the HTML where the file is on that
 * computer, and its bytes only here. Undefined for one of a kind that browsers do not show.
 */
export function rtfPictures(rtf: string): (Blob | undefined)[] {
  const found: (Blob | undefined)[] = []
  for (let at = rtf.indexOf('\\pict'); at >= 0; at = rtf.indexOf('\\pict', at + 5)) {
    const isWord = !/[a-z]/.test(rtf[at + 5] ?? '')
    // The same picture once more, for programs that know only old kinds.
    const isRepeated = rtf.slice(Math.max(0, at - 16), at).includes('\\nonshppict')
    if (isWord && !isRepeated) found.push(readRtfPicture(rtf, at + 5))
  }
  return found
}

function readRtfPicture(rtf: string, from: number): Blob | undefined {
  let depth = 0
  let type: string | undefined
  const digits: string[] = []
  for (let at = from; at < rtf.length; at += 1) {
    const sign = rtf[at] ?? ''
    if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth < 0) break
    } else if (depth > 0) continue
    else if (sign === '\\') {
      const end = wordEnd(rtf, at + 1)
      const word = rtf.slice(at + 1, end)
      if (word === 'pngblip') type = 'image/png'
      else if (word === 'jpegblip') type = 'image/jpeg'
      at = end - 1
    } else if (/[0-9a-f]/i.test(sign)) {
      let end = at + 1
      while (end < rtf.length && /[0-9a-f]/i.test(rtf[end] ?? '')) end += 1
      digits.push(rtf.slice(at, end))
      at = end - 1
    }
  }
  const hex = digits.join('')
  if (type === undefined || hex.length < 2) return undefined
  const bytes = new Uint8Array(Math.floor(hex.length / 2))
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16)
  return new Blob([bytes], { type })
}

/** Where a control word with its number ends. */
function wordEnd(rtf: string, from: number): number {
  let at = from
  while (/[a-z0-9-]/i.test(rtf[at] ?? '')) at += 1
  return at
}

/** The bytes of an address that holds them; undefined if they cannot be read. */
export function dataPicture(src: string): Blob | undefined {
  const comma = src.indexOf(',')
  const head = src.slice(5, comma)
  const type = head.split(';', 1)[0] ?? ''
  try {
    const isBase64 = /;base64\s*$/i.test(head)
    const text = isBase64 ? atob(src.slice(comma + 1).replace(/\s/g, '')) : decodeURIComponent(src.slice(comma + 1))
    if (!isBase64) return new Blob([text], { type })
    const bytes = new Uint8Array(text.length)
    for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
    return new Blob([bytes], { type })
  } catch {
    return undefined
  }
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}

/** A file to upload, named by what the picture shows. */
export function pictureFile(blob: Blob, alt: string): File {
  const words = alt
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 40)
  return new File([blob], `${words === '' ? 'picture' : words}.${extensions[blob.type] ?? 'bin'}`, { type: blob.type })
}
