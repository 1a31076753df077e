import type { Json } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { MAX_SOURCE_TEXT } from '../document/translated.ts'
import { hasOnly, isId, isTextValue, unless } from './shapes.ts'

/** Returns the problem of what a text says that it translates, or undefined. */
export function checkSourceText(value: Json): string | undefined {
  const fits =
    isRecord(value) &&
    hasOnly(value, ['node', 'digest', 'text', 'done']) &&
    isId(value.node) &&
    typeof value.digest === 'string' &&
    /^[0-9a-f]{16}$/.test(value.digest) &&
    isTextValue(value.text, MAX_SOURCE_TEXT) &&
    (value.done === undefined || value.done === true)
  return unless(fits, 'What a text translates is a node, a digest of 16 digits and the text.')
}
