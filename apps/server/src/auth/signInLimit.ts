import { availableParallelism } from 'node:os'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { ServerTables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { createFairLine } from './fairLine.ts'
import { digest } from './secrets.ts'

/**
 * Slows guessing of passwords. An attempt counts before the password is checked, in the database, so that any number
 * at once and on any server are held by the same limit; a right one is taken off again.
 */
export interface SignInLimit {
  /**
   * Counts an attempt at an account from an address, and looks at the password. If that `isRight`, the account's
   * failures are forgotten. Passwords are checked a few at a time, since each takes a core for a while.
   * @throws Refusal 429 if it may not be made yet, 503 if many of the address wait already
   */
  attempt<Result>(
    account: string,
    address: string,
    look: () => Promise<Result>,
    isRight: (result: Result) => boolean,
  ): Promise<Result>
}

const windowMs = 10 * 60_000
const perAccount = 10
const perAddress = 100
/** One core is left for everything else. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Attempts of one address that may wait; so many are checked within a second. */
const mostWaiting = 20

/** A person may mistype ten times in ten minutes per account and address; an address may fail a hundred times. */
export function createSignInLimit(database: Database, now: () => number): SignInLimit {
  const db = queryBuilder<ServerTables>(database.dialect)
  const accountKey = (account: string, address: string) => digest(`${address} ${account.toLowerCase()}`)

  /** Milliseconds to wait, or 0 if the attempt was counted. */
  function* count(key: string, most: number, at: number) {
    const over = sql<boolean>`sign_in_attempts.since <= ${at - windowMs}`
    const counted = db
      .insertInto('sign_in_attempts')
      .values({ key, count: 1, since: at })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when ${over} then 1 when sign_in_attempts.count > ${most} then sign_in_attempts.count else sign_in_attempts.count + 1 end`,
          since: sql<number>`case when ${over} then ${at} else sign_in_attempts.since end`,
        }),
      )
      .returning(['count', 'since'])
    const [row] = yield* rowsOf(counted)
    return row && row.count > most ? Math.max(1, row.since + windowMs - at) : 0
  }

  async function begin(account: string, address: string): Promise<void> {
    const at = now()
    const wait = await database.transact(function* () {
      yield* affectedBy(db.deleteFrom('sign_in_attempts').where('since', '<=', at - windowMs))
      // What an account's own limit refuses does not count against the other users at its address.
      return (
        (yield* count(accountKey(account, address), perAccount, at)) || (yield* count(digest(address), perAddress, at))
      )
    })
    if (wait === 0) return
    const seconds = Math.ceil(wait / 1000)
    const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    const message = `Too many failed attempts. Try again in ${time}.`
    throw new Refusal(429, 'rate_limited', message, {}, { 'Retry-After': String(seconds) })
  }
  async function succeeded(account: string, address: string): Promise<void> {
    await database.transact(function* () {
      yield* affectedBy(db.deleteFrom('sign_in_attempts').where('key', '=', accountKey(account, address)))
      const less = db.updateTable('sign_in_attempts').set((set) => ({ count: set('count', '-', 1) }))
      yield* affectedBy(less.where('key', '=', digest(address)).where('count', '>', 0))
    })
  }

  const line = createFairLine(atOnce, mostWaiting)
  return {
    attempt: (account, address, look, isRight) =>
      line.take(address, async () => {
        await begin(account, address)
        const result = await look()
        if (isRight(result)) await succeeded(account, address)
        return result
      }),
  }
}
