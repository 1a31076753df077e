import type { Json } from '@atelier/documents'
import type { FieldDefinition } from '../model/definition.ts'
import { isList, isRecord, memberOf, recordOf } from '../model/json.ts'

/** The value with one reference changed, also deep inside of it; undefined if nothing of it is left. */
export function replaceReference(
  definition: FieldDefinition,
  value: Json,
  target: string,
  id: string,
  becomes: string | undefined,
): Json | undefined {
  const { type, model, items, fields = {} } = definition
  const one = (each: Json): Json | undefined => {
    if (typeof each === 'string') return each === id && model === target ? becomes : each
    if (!isRecord(each) || each.ref !== id || each.model !== target) return each
    return becomes === undefined ? undefined : { ...each, ref: becomes }
  }
  if (type === 'relation') return one(value)
  if (type === 'relations' && isList(value)) return value.flatMap((each) => one(each) ?? [])
  if (type === 'array' && isList(value) && items !== undefined) {
    const inner: FieldDefinition = typeof items === 'string' ? { type: items } : items
    return value.flatMap((each) => replaceReference(inner, each, target, id, becomes) ?? [])
  }
  if (type === 'object' && isRecord(value))
    return recordOf(
      Object.entries(value).flatMap(([name, member]): [string, Json][] => {
        const inner = memberOf(fields, name)
        const next = inner ? replaceReference(inner, member, target, id, becomes) : member
        return next === undefined ? [] : [[name, next]]
      }),
    )
  return value
}
