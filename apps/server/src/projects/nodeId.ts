import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz'

/** An id for a node, a rule or a page: ten characters of 0–9 and a–z, short enough to be read by a model many times. */
export function nodeId(): string {
  return Array.from(randomBytes(10), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}
