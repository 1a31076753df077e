const ALPHABET = [...'0123456789abcdefghijklmnopqrstuvwxyz'].map((char) => char.charCodeAt(0))
const LENGTH = 10
/** The number of ids per block of random bytes: the system call is cheap per block, not per id. */
const BLOCK = 400

/**
 * Ids for nodes, rules and pages: ten characters of 0–9 and a–z, short enough to be read by a model many times.
 * @param fill fills the bytes with random ones, as `crypto.getRandomValues` does
 */
export function createNodeIds(fill: (bytes: Uint8Array<ArrayBuffer>) => void): () => string {
  const bytes = new Uint8Array(BLOCK * LENGTH)
  let used = bytes.length
  const next = () => {
    const byte = bytes[used] ?? 0
    used += 1
    return ALPHABET[byte % ALPHABET.length] ?? 0
  }
  return () => {
    if (used === bytes.length) {
      fill(bytes)
      used = 0
    }
    // Character codes make one flat string; a concatenated string would have to be flattened to become a key.
    return String.fromCharCode(next(), next(), next(), next(), next(), next(), next(), next(), next(), next())
  }
}
