export { isList, isRecord } from '@atelier/operation'

/** A member that the object has itself; undefined for what every object inherits. */
export const memberOf = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** An object of these members. `__proto__` becomes a member like any other. */
export const recordOf = <Value>(members: Iterable<readonly [string, Value]>): Record<string, Value> =>
  Object.fromEntries(members)

/** Whether JavaScript would move a member of this name in front of all others, so that no sorted order holds it. */
export const isIntegerKey = (key: string): boolean => /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 4_294_967_295
