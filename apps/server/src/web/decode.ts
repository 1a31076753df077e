/** How far into a page its own word on its charset is looked for (the HTML standard says 1,024 bytes). */
const PRESCAN = 1024

/**
 * The text of a page: in the charset of its byte order mark, of its header, or that the page names, otherwise UTF-8.
 * @param charset as its header says it
 */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const marked =
    bytes[0] === 0xfe && bytes[1] === 0xff
      ? 'utf-16be'
      : bytes[0] === 0xff && bytes[1] === 0xfe
        ? 'utf-16le'
        : undefined
  const label = marked ?? (isBomUtf8(bytes) ? 'utf-8' : (charset ?? namedIn(bytes) ?? 'utf-8'))
  return decoderFor(label).decode(bytes)
}

const isBomUtf8 = ([a, b, c]: Uint8Array) => a === 0xef && b === 0xbb && c === 0xbf

function namedIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN)).toLowerCase()
  const at = Math.max(head.indexOf('charset='), head.startsWith('<?xml') ? head.indexOf('encoding=') : -1)
  if (at < 0) return undefined
  const name = /^["']?([\w:-]+)/.exec(head.slice(head.indexOf('=', at) + 1, at + 60))?.[1]
  // A page that says so in bytes of ASCII is not in UTF-16 (the HTML standard, "prescan").
  return name?.startsWith('utf-16') ? 'utf-8' : name
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    // An unknown label.
    return new TextDecoder()
  }
}
