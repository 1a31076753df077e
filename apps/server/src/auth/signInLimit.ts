import { availableParallelism } from 'node:os'
import { affectedBy, type Database, queryBuilder, rowsOf } from '@atelier/streams'
import { sql } from 'kysely'
import type { ServerTables } from '../database/tables.ts'
import { networkOf } from '../http/addressLimit.ts'
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
   * failures from there are forgotten. Passwords are checked a few at a time, since each takes a core for a while.
   * @param isKnownBrowser whether the account was signed in in that browser before: attempts there are counted by
   * themselves, so that strangers cannot keep a person from signing in
   * @throws Refusal 429 if it may not be made yet, 503 if many of the address wait already
   */
  attempt<Result>(
    account: string,
    address: string,
    look: () => Promise<Result>,
    isRight: (result: Result) => boolean,
    isKnownBrowser?: boolean,
  ): Promise<Result>
}

/** How many failures of one key, within how many milliseconds. */
interface Limit {
  key: string
  most: number
  windowMs: number
}

const tenMinutes = 10 * 60_000
const anHour = 60 * 60_000
/** One core is left for everything else. */
const atOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Attempts of one address that may wait; so many are checked within a second. */
const mostWaiting = 20

/**
 * Within ten minutes a person may mistype ten times per account and address, and an address may fail a hundred times.
 * Within an hour an account may fail a hundred times from all addresses together.
 */
export function createSignInLimit(database: Database, now: () => number): SignInLimit {
  const db = queryBuilder<ServerTables>(database.dialect)

  /** The counters of an attempt, in order: one that refuses keeps the attempt from the later ones. */
  function limitsOf(account: string, address: string, isKnownBrowser: boolean): [Limit, Limit, Limit] {
    const name = account.toLowerCase()
    return [
      { key: digest(`${address} ${name}`), most: 10, windowMs: tenMinutes },
      { key: digest(address), most: 100, windowMs: tenMinutes },
      { key: digest(`${isKnownBrowser ? 'known browsers' : 'all addresses'} ${name}`), most: 100, windowMs: anHour },
    ]
  }

  /** Milliseconds to wait, or 0 if the attempt was counted. */
  function* count({ key, most, windowMs }: Limit, at: number) {
    // One that began later than now was counted before the clock was set back.
    const over = sql<boolean>`(sign_in_attempts.since <= ${at - windowMs} or sign_in_attempts.since > ${at})`
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

  async function begin(limits: readonly Limit[]): Promise<void> {
    const at = now()
    const wait = await database.transact(function* () {
      yield* affectedBy(db.deleteFrom('sign_in_attempts').where('since', '<=', at - anHour))
      for (const limit of limits) {
        const refused = yield* count(limit, at)
        if (refused > 0) return refused
      }
      return 0
    })
    if (wait === 0) return
    const seconds = Math.ceil(wait / 1000)
    const time = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
    const message = `Too many failed attempts. Try again in ${time}.`
    throw new Refusal(429, 'rate_limited', message, {}, { 'Retry-After': String(seconds) })
  }

  async function succeeded([own, ...shared]: [Limit, ...Limit[]]): Promise<void> {
    await database.transact(function* () {
      yield* affectedBy(db.deleteFrom('sign_in_attempts').where('key', '=', own.key))
      // The failures of others stay counted.
      for (const { key } of shared) {
        const less = db.updateTable('sign_in_attempts').set((set) => ({ count: set('count', '-', 1) }))
        yield* affectedBy(less.where('key', '=', key).where('count', '>', 0))
      }
    })
  }

  const line = createFairLine(atOnce, mostWaiting)
  return {
    attempt(account, address, look, isRight, isKnownBrowser = false) {
      const network = networkOf(address)
      return line.take(network, async () => {
        const limits = limitsOf(account, network, isKnownBrowser)
        await begin(limits)
        const result = await look()
        if (isRight(result)) await succeeded(limits)
        return result
      })
    },
  }
}
