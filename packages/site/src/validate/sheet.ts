import type { Json } from '@atelier/documents'
import { isRecord } from '../document/node.ts'
import { isPublishedPath } from '../media/path.ts'
import { hasOnly, isOrder, isTextValue, unless } from './shapes.ts'

const MAX_NAME = 1_000
const MAX_TAIL = 100_000

/** Returns the problem of a value under `sheet:<id>` or one of its fields, or undefined. */
export function checkSheet(field: string | undefined, value: Json): string | undefined {
  switch (field) {
    case undefined:
      return checkRecord(value)
    case 'name':
      return unless(
        isTextValue(value, MAX_NAME),
        `The name of a stylesheet is a text of at most ${MAX_NAME} characters.`,
      )
    case 'deleted':
      return unless(typeof value === 'boolean', 'Whether a stylesheet is deleted is true or false.')
    default:
      return `A stylesheet has no field "${field.slice(0, 40)}".`
  }
}

function checkRecord(value: Json): string | undefined {
  const names = ['name', 'at', 'path', 'base', 'bom', 'tail', 'open']
  if (!isRecord(value) || !hasOnly(value, names)) return 'A stylesheet is its name, its place and perhaps its path.'
  const { name, at, path, base, bom, tail = '', open = '' } = value
  if (!isTextValue(name, MAX_NAME) || !isOrder(at)) return 'A stylesheet has a name and an order key.'
  for (const each of [path, base]) {
    if (each !== undefined && !(isTextValue(each, MAX_NAME) && isPublishedPath(each))) {
      return 'The path of a stylesheet is one below the site’s root.'
    }
  }
  const fits =
    (bom === undefined || bom === true) &&
    isTextValue(tail, MAX_TAIL) &&
    /^\s*$/.test(tail) &&
    isTextValue(open, MAX_TAIL) &&
    /^[\])}"'*/\\;\sfd]*$/.test(open)
  return unless(fits, 'A stylesheet ends in white space, and may leave blocks, brackets and strings open.')
}
