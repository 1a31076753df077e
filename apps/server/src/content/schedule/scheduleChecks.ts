import { affectedBy, type Database, queryBuilder } from '@atelier/streams'
import type { Tables } from '../../database/tables.ts'
import { STALE_TOPIC } from '../projects/changes.ts'
import { createPeriodic, type Periodic } from './periodic.ts'

/** How long before its time an entry is checked the first and the last time, in milliseconds. */
const FIRST = 3_600_000
const LAST = 30_000

/**
 * Has entries looked at again an hour before they go out or expire, and right before they do: what their models, or the entries that
 * they refer to, no longer accept by then shows in lists and in the calendar. Those that a server missed are looked at
 * as soon as one runs again.
 */
export function createScheduleChecks({
  database,
  now,
  failed,
}: {
  database: Database
  now(): number
  failed(error: unknown): void
}): Periodic {
  const db = queryBuilder<Tables>(database.dialect)

  async function mark(column: 'checked_for' | 'checked_then', until: number): Promise<number> {
    const update = db
      .updateTable('content_entries')
      .set(({ ref }) =>
        column === 'checked_for'
          ? { stale: 1, checked_for: ref('next_at') }
          : { stale: 1, checked_then: ref('next_at') },
      )
      .where('next_at', '<=', until)
      .where('deleted_at', 'is', null)
      .where(({ eb, or, ref }) => or([eb(column, 'is', null), eb(column, '<>', ref('next_at'))]))
    const wake = (count: number) => (count > 0 ? [STALE_TOPIC] : [])
    return database.transact(() => affectedBy(update), wake)
  }

  return createPeriodic(async () => {
    const at = now()
    await mark('checked_for', at + FIRST)
    await mark('checked_then', at + LAST)
  }, failed)
}
