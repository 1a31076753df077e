import { equalJson, type Json } from '@atelier/documents'
import type { FieldDefinition } from '../model/definition.ts'
import { isList } from '../model/json.ts'
import { replaceReference } from './replaceReference.ts'

/**
 * The value of a field with a reference in it again that a deletion took out; undefined if it had none, or if the field
 * has got another value since into which it does not fit.
 * @param was its value before the deletion
 * @param became its value after it
 * @param now its present value
 */
export function referenceBack(
  definition: FieldDefinition,
  { was, became, now }: { was: Json | undefined; became: Json | undefined; now: Json | undefined },
  target: string,
  id: string,
): Json | undefined {
  if (was === undefined) return undefined
  const without = replaceReference(definition, was, target, id, undefined)
  if (equalJson(without, was)) return undefined
  // The deletion took nothing else out, and no user has changed the value since.
  if (equalJson(now, became) && (equalJson(became, without) || without === undefined)) return was
  if (!isList(was) || (definition.type !== 'relations' && definition.type !== 'array')) return undefined
  const present = now === undefined ? [] : now
  if (!isList(present)) return undefined
  if (!equalJson(replaceReference(definition, present, target, id, undefined), present)) return undefined
  const isItsReference = (each: Json) => equalJson(replaceReference(definition, [each], target, id, undefined), [])
  const items = was.filter(isItsReference)
  if (items.length === 0) return undefined
  const at = was.findIndex(isItsReference)
  return [...present.slice(0, at), ...items, ...present.slice(at)]
}
