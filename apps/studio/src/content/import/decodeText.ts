/** How the bytes of a file are read as text. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'windows-1254'

export const encodings: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1254']

/**
 * The encoding of a file by its first bytes: by its mark, by where its zeros are, or UTF-8 if they are valid in it.
 * Turkish is recognised among the remaining encodings by its letters, which are rare signs in Western Europe.
 */
export function findEncoding(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const zeros = [0, 0]
  for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > head.length / 5 && odd > even * 4) return 'utf-16le'
  if (even > head.length / 5 && even > odd * 4) return 'utf-16be'
  if (isUtf8(head)) return 'utf-8'
  return turkishSigns(head) > westernSigns(head) ? 'windows-1254' : 'windows-1252'
}

/** A sign may be cut where the head ends. */
function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

const count = (bytes: Uint8Array, wanted: ReadonlySet<number>) =>
  bytes.reduce((sum, byte) => sum + (wanted.has(byte) ? 1 : 0), 0)

/** ğ Ğ ı İ ş Ş, which Western Europe reads as ð Ð ý Ý þ Þ. */
const TURKISH = new Set([0xf0, 0xd0, 0xfd, 0xdd, 0xfe, 0xde])
const turkishSigns = (bytes: Uint8Array) => count(bytes, TURKISH) * 3
/** ä à á â ã å æ é è ê ë ñ ô ø ß, of which Turkish writes few. */
const WESTERN = new Set([0xe4, 0xe0, 0xe1, 0xe3, 0xe5, 0xe6, 0xe9, 0xe8, 0xea, 0xeb, 0xf1, 0xf4, 0xf8, 0xdf])
const westernSigns = (bytes: Uint8Array) => count(bytes, WESTERN)
