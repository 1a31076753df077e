import * as Y from 'yjs'
import { FIELDS } from './local.ts'
import type { Origin } from './queries.ts'
import type { Json } from './view.ts'

/** Earlier values of a key whose authors are looked for. */
const VALUES_BACK = 8

/**
 * Who wrote or deleted the last values of some keys, the last writer first and each once. Keys whose last values none of the
 * updates brought are absent.
 * @param doc a document that has taken all of the updates in
 * @param updates in their order
 */
export function keyWriters(
  doc: Y.Doc,
  updates: readonly { data: Uint8Array; origin: Origin }[],
  keys: Iterable<string>,
): Map<string, Origin[]> {
  const fields = doc.getMap<Json>(FIELDS)
  const read = updates.map(({ data, origin }) => ({ origin, ...Y.parseUpdateMeta(data), ds: Y.decodeUpdate(data).ds }))
  // Later updates may bring again what was stored already: all deletions of a document, or edits whose answer was lost.
  const setter = ({ client, clock }: Y.ID) =>
    read.find(({ from, to }) => (from.get(client) ?? Infinity) <= clock && clock < (to.get(client) ?? 0))?.origin
  const deleter = (id: Y.ID) => read.find(({ ds }) => Y.isDeleted(ds, id))?.origin

  const writers = new Map<string, Origin[]>()
  for (const key of keys) {
    let item = fields._map.get(key) ?? null
    const all: (Origin | undefined)[] = item?.deleted ? [deleter(item.lastId)] : []
    for (let count = 0; item && count < VALUES_BACK; count += 1) {
      all.push(setter(item.lastId))
      item = item.left
    }
    const known = all.filter((origin) => origin !== undefined)
    const isFirst = ({ userId, runId }: Origin, at: number) =>
      known.findIndex((other) => other.userId === userId && other.runId === runId) === at
    if (known.length > 0) writers.set(key, known.filter(isFirst))
  }
  return writers
}
