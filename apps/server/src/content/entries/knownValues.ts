import type { KnownEntry, KnownPlace, KnownStore } from '@atelier/content'
import type { Json } from '@atelier/documents'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Tables } from '../../database/tables.ts'

/** Older readings are forgotten. */
const LASTS_MS = 14 * 86_400_000
/** Rows that are deleted, or written, in one statement. */
const BATCH = 50

/** The entries that conversations and keys have read, in the database: one that is resumed elsewhere still knows it. */
export function createKnownValues({
  database,
  now = Date.now,
  onError,
}: {
  database: Database
  now?: () => number
  onError: (error: unknown) => void
}): KnownStore {
  const db = queryBuilder<Tables>(database.dialect)
  /** Pending writes, by caller. */
  const writing = new Map<string, Promise<void>>()

  const rowOf = (caller: string, { documentId, branchId = '', locale }: KnownPlace) =>
    db
      .selectFrom('content_known')
      .select('fields')
      .where('caller', '=', caller)
      .where('document_id', '=', documentId)
      .where('branch_id', '=', branchId)
      .where('locale', '=', locale)

  async function read(caller: string, place: KnownPlace) {
    const [row] = await database.read(rowsOf(rowOf(caller, place)))
    return row ? Value.Parse(Fields, JSON.parse(row.fields)) : {}
  }

  async function write(caller: string, entries: readonly KnownEntry[]): Promise<void> {
    const at = now()
    for (let from = 0; from < entries.length; from += BATCH) {
      const rows = new Map<string, { place: KnownPlace; fields: object }>()
      for (const { values, ...place } of entries.slice(from, from + BATCH)) {
        const key = JSON.stringify([place.documentId, place.branchId, place.locale])
        const known = rows.get(key)?.fields ?? (await read(caller, place))
        rows.set(key, { place, fields: { ...known, ...values } })
      }
      const insert = db
        .insertInto('content_known')
        .values(
          [...rows.values()].map(({ place: { documentId, branchId = '', locale }, fields }) => ({
            caller,
            document_id: documentId,
            branch_id: branchId,
            locale,
            fields: JSON.stringify(fields),
            at,
          })),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['caller', 'document_id', 'branch_id', 'locale'])
            .doUpdateSet(({ ref }) => ({ fields: ref('excluded.fields'), at: ref('excluded.at') })),
        )
      await database.transact(() => affectedBy(insert))
    }
    const old = db
      .selectFrom('content_known')
      .select('at')
      .where('at', '<', at - LASTS_MS)
      .orderBy('at')
      .limit(BATCH)
    const forgotten = await database.read(rowsOf(old))
    const last = forgotten.at(-1)
    if (last) await database.transact(() => affectedBy(db.deleteFrom('content_known').where('at', '<=', last.at)))
  }

  return {
    async load(caller, place) {
      await writing.get(caller)
      return read(caller, place)
    },
    note(caller, entries) {
      const before = writing.get(caller) ?? Promise.resolve()
      const mine: Promise<void> = before
        .then(() => write(caller, entries))
        .catch(onError)
        .finally(() => {
          if (writing.get(caller) === mine) writing.delete(caller)
        })
      writing.set(caller, mine)
    },
  }
}

const Fields = Type.Record(Type.String(), Type.Unsafe<Json>({}))
