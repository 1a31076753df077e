import type { Json } from './view.ts'

/** How deep a value may be nested; deeper ones would overflow the stack of the code that walks them. */
export const MAX_JSON_DEPTH = 64

/** Whether a value is JSON through and through: no undefined, NaN, infinity, bigint, bytes, functions or class instances. */
export function isJson(value: unknown, depth = 0): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || depth >= MAX_JSON_DEPTH) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  return Object.values(value).every((item) => isJson(item, depth + 1))
}

/** Deep equality of JSON values; the order of an object's members does not count. Undefined equals only itself. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isList(a) || isList(b)) {
    if (!isList(a) || !isList(b) || a.length !== b.length) return false
    return a.every((item, index) => equalJson(item, b[index]))
  }
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.hasOwn(b, name) && equalJson(a[name], b[name]))
}

/**
 * A copy that shares nothing with its source. Object members that are undefined are left out, as JSON.stringify does.
 * @throws TypeError when the value is not JSON, which is a mistake of the author
 */
export function copyJson(value: unknown): Json {
  const plain = copyPlain(value, 0)
  if (plain !== undefined) return plain
  if (value === null || typeof value !== 'object') throw new TypeError(`Not a JSON value: ${String(value)}`)
  const text = JSON.stringify(value)
  const copy: Json = JSON.parse(text)
  if (!isJson(copy)) throw new TypeError(`A JSON value may be nested ${MAX_JSON_DEPTH} deep`)
  return copy
}

/** A copy of what is plain already, a fifth of the cost; undefined if something in it is not, or is nested too deep. */
function copyPlain(value: unknown, depth: number): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  // JSON has one zero.
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : undefined
  if (typeof value !== 'object' || depth >= MAX_JSON_DEPTH) return undefined
  if (Array.isArray(value)) {
    const list: Json[] = []
    for (const item of value) {
      const copy = copyPlain(item, depth + 1)
      if (copy === undefined) return undefined
      list.push(copy)
    }
    return list
  }
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return undefined
  const record: Record<string, Json> = {}
  for (const [name, item] of Object.entries(value)) {
    if (item === undefined) continue
    // Written to a copy it would be something else than a member.
    const copy = name === '__proto__' ? undefined : copyPlain(item, depth + 1)
    if (copy === undefined) return undefined
    record[name] = copy
  }
  return record
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
