import type { Json } from '@atelier/documents'
import { digestOf } from '../entry/digest.ts'

/** A digest of one value, by which it is seen that it is no longer the same: two independent parts of 36 bits each. */
export const digestJson = (value: Json): string => digestOf({ one: [1, value], two: [2, value] })
