import type { Json } from '@atelier/documents'
import { isPackageName, isVersionRange, maxStoredLength, refusePath } from '../code/assets.ts'
import { readRuntime } from '../code/runtime.ts'
import { isRecord } from '../document/node.ts'
import { hasOnly, isTextValue, unless } from './shapes.ts'

/** Returns the problem of a value under `code:<id>` or one of its fields, or undefined. */
export function checkCode(field: string | undefined, value: Json): string | undefined {
  switch (field) {
    case undefined: {
      if (!isRecord(value) || !hasOnly(value, ['path', 'type', 'createdAt']))
        return 'A code asset is a path and a type.'
      const { path, type, createdAt } = value
      if (type !== 'script' && type !== 'style') return 'A code asset is a script or a style.'
      if (createdAt !== undefined && !isTime(createdAt)) return 'The time of a code asset is a whole number.'
      return typeof path === 'string' ? refusePath(path, type) : 'A code asset has a path.'
    }
    case 'content':
      return unless(isTextValue(value, maxStoredLength), `A code asset may have ${maxStoredLength} characters.`)
    case 'path':
      return typeof value === 'string'
        ? refusePath(value, /\.css$/i.test(value) ? 'style' : 'script')
        : 'A code asset has a path.'
    case 'runtime':
      return unless(readRuntime(value) !== undefined, 'Those are not runtime options of a code asset.')
    case 'updatedAt':
      return unless(isTime(value), 'The time of a code asset is a whole number.')
    case 'deleted':
      return unless(typeof value === 'boolean', 'Whether a code asset is deleted is true or false.')
    default:
      return `A code asset has no field "${field.slice(0, 40)}".`
  }
}

/** Returns the problem of a value under `dependency:<name>`, or undefined. */
export function checkDependency(name: string, value: Json): string | undefined {
  if (!isPackageName(name)) return `"${name.slice(0, 60)}" is not a valid package name.`
  return unless(
    typeof value === 'string' && isVersionRange(value),
    'A dependency is a version or a range of versions of the registry.',
  )
}

function isTime(value: Json): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
