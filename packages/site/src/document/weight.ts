import type { Json, View } from '@atelier/documents'
import { isRecord } from './node.ts'

/** The cost of reading and printing a document's field, as characters of input that take as long. */
const EACH_FIELD = 5
/** So many characters of text in a document cost as much as one of input. */
export const CHARACTERS_OF_TEXT = 4

/** The cost of reading a document whole, as characters of input that take as long, counted up to `enough`. */
export function readingWeight(view: View, enough: number): number {
  let weight = 0
  for (const key of view.keys()) {
    weight += EACH_FIELD + valueLength(view.get(key)) / CHARACTERS_OF_TEXT
    if (weight >= enough) break
  }
  return weight
}

function valueLength(value: Json | undefined): number {
  if (typeof value === 'string') return value.length
  return isRecord(value) && typeof value.text === 'string' ? value.text.length : 0
}
