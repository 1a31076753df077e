/** A text file as it was written. */
export interface Decoded {
  text: string
  /** The encoding of the WHATWG Encoding Standard, in lower case. */
  encoding: string
  bom: boolean
}

/**
 * Decodes HTML or CSS like a browser without a charset header: by its byte order mark, by its own declaration (`<meta
 * charset>` within the first 1024 bytes, or `@charset`), otherwise as UTF-8, and if it is not valid, as windows-1252.
 * HTML, 13.2.3.2; CSS Syntax 3, 3.2.
 */
export function decodeBytes(bytes: Uint8Array, kind: 'html' | 'css'): Decoded {
  const mark = markOf(bytes)
  if (mark) return { text: read(bytes, mark), encoding: mark, bom: true }
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1024))
  const said = kind === 'css' ? /^@charset "([^"]*)";/.exec(start)?.[1] : metaCharset(start)
  const encoding = said === undefined ? undefined : encodingName(said)
  if (encoding !== undefined && encoding !== 'utf-8') return { text: read(bytes, encoding), encoding, bom: false }
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding: 'utf-8',
      bom: false,
    }
  } catch {
    const fallback = encoding === 'utf-8' ? 'utf-8' : 'windows-1252'
    return { text: read(bytes, fallback), encoding: fallback, bom: false }
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

function metaCharset(start: string): string | undefined {
  const text = start.replace(/<!--[\s\S]*?(?:-->|$)/g, '')
  for (const [tag] of text.matchAll(/<meta\b[^<>]*>/gi)) {
    const own = /\scharset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>/]+))/i.exec(tag)
    const inside = /content-type/i.test(tag) ? /charset\s*=\s*["']?([\w.:-]+)/i.exec(tag) : null
    const said = own?.[1] ?? own?.[2] ?? own?.[3] ?? inside?.[1]
    if (said !== undefined) return said.trim()
  }
  return undefined
}

/** The encoding of a label. A declared UTF-16 without a byte order mark is read as UTF-8 (HTML, 13.2.3.2). */
function encodingName(label: string): string | undefined {
  try {
    const { encoding } = new TextDecoder(label)
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding
  } catch {
    return undefined
  }
}

const read = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes)
