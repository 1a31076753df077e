import { setImmediate as turn } from 'node:timers/promises'

/** The limits of a JSON text, counted before anything is built from it. */
export interface JsonLimits {
  /** Lists and objects within each other. */
  depth: number
  /** Names of fields in all objects together. */
  keys: number
  /** Values in all lists and objects together. */
  values: number
}

export const jsonLimits: JsonLimits = { depth: 64, keys: 20_000, values: 50_000 }

/** How many bytes are read before other requests get the event loop. */
const SLICE = 512 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * The limit that a JSON text exceeds, as a sentence; undefined if it keeps to all of them. One pass over the bytes,
 * which stops at the first excess and lets others have their turn. It does not check whether the JSON is valid.
 * @param bytes UTF-8
 */
export async function exceededLimit(bytes: Uint8Array, limits: JsonLimits = jsonLimits): Promise<string | undefined> {
  let depth = 0
  let keys = 0
  let values = 0
  let inText = false
  let pause = SLICE
  for (let at = 0; at < bytes.length; at += 1) {
    if (at >= pause) {
      pause += SLICE
      await turn()
    }
    const byte = bytes[at]
    if (inText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) inText = false
      continue
    }
    switch (byte) {
      case QUOTE:
        inText = true
        break
      case 0x5b: // [
      case 0x7b: // {
        depth += 1
        values += 1
        if (depth > limits.depth) return `at most ${limits.depth} lists and objects within each other`
        break
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1
        break
      case 0x3a: // :
        keys += 1
        if (keys > limits.keys) return `at most ${limits.keys} fields`
        break
      case 0x2c: // ,
        values += 1
        if (values > limits.values) return `at most ${limits.values} values`
        break
    }
  }
  return undefined
}
