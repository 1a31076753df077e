import { randomBytes } from 'node:crypto'
import { type Confirmation, fail } from '@atelier/operation'
import { type Database, type Expectation, type Query, queryBuilder, rowsOf } from '@atelier/streams'
import { digest } from '../../auth/secrets.ts'
import type { Tables } from '../../database/tables.ts'
import { type Authorize, authorizationOutdated, type ProposedCall } from '../../operations/authorize.ts'
import { callHash } from './binding.ts'

/** A call that the caller must confirm by calling again with a token. */
export interface ConfirmedCall {
  userId: string
  projectId: string
  /** The operation's id. */
  operation: string
  /** Without the token. */
  input: unknown
  /** Set for a call within a conversation: its token is valid only in a later run of the same session. */
  session?: { id: string; runId: string }
}

export type TokenFault =
  | 'unknown'
  | 'used'
  | 'expired'
  | 'otherCall'
  | 'movedOn'
  /** Issued in this very run: the person has said nothing since. */
  | 'early'
  /** Issued in another conversation, or in none. */
  | 'foreign'

export type Taken =
  /** `expect` uses the token up; it belongs in the call's own commit. */
  { ok: true; expect: Expectation } | { ok: false; fault: TokenFault }

/** One-time tokens for callers that see no card: MCP, the command line, and the plain chat. Only digests are kept. */
export interface Confirmations {
  /** A new token for exactly this call; `row` makes it count, and belongs in the commit of the answer with it. */
  ask(call: ConfirmedCall, asked: ProposedCall): { confirmation: Confirmation; row: Query }
  /** Whether the token is for exactly this call, and the documents are as they were when it was issued. */
  take(token: string, call: ConfirmedCall, asked: ProposedCall): Promise<Taken>
  /**
   * Lets a call through with its token, or with one of those that its caller passed on for whatever they fit; otherwise
   * answers `requiresConfirmation` with a new one.
   */
  authorize(call: ConfirmedCall, token: string | undefined, passedOn?: readonly string[]): Authorize
}

export interface ConfirmationsOptions {
  database: Database
  now(): number
  /** How long a token counts, in milliseconds; ten minutes when absent. */
  lastsMs?: number
}

export function createConfirmations({ database, now, lastsMs = 600_000 }: ConfirmationsOptions): Confirmations {
  const db = queryBuilder<Tables>(database.dialect)
  const ask: Confirmations['ask'] = (call, asked) => {
    const token = `atc_${randomBytes(24).toString('base64url')}`
    const { message, target } = asked.consequence
    const at = now()
    const row = db
      .insertInto('confirmations')
      .values({
        token_hash: digest(token),
        user_id: call.userId,
        project_id: call.projectId,
        operation: call.operation,
        input_hash: callHash(call.operation, call.input, asked.consequence),
        target,
        revision: asked.revision,
        session_id: call.session?.id ?? null,
        run_id: call.session?.runId ?? null,
        created_at: at,
        expires_at: at + lastsMs,
        used_at: null,
      })
      .compile()
    return { confirmation: { token, message, target }, row }
  }

  const take: Confirmations['take'] = async (token, call, asked) => {
    const hash = digest(token)
    const [row] = await database.read(rowsOf(db.selectFrom('confirmations').selectAll().where('token_hash', '=', hash)))
    if (!row || row.user_id !== call.userId) return { ok: false, fault: 'unknown' }
    if (row.used_at !== null) return { ok: false, fault: 'used' }
    if (row.expires_at <= now()) return { ok: false, fault: 'expired' }
    if ((row.session_id ?? undefined) !== call.session?.id) return { ok: false, fault: 'foreign' }
    if (call.session && row.run_id === call.session.runId) return { ok: false, fault: 'early' }
    const same =
      row.project_id === call.projectId && row.operation === call.operation && row.target === asked.consequence.target
    if (!same) return { ok: false, fault: 'otherCall' }
    if (row.revision !== asked.revision) return { ok: false, fault: 'movedOn' }
    if (row.input_hash !== callHash(call.operation, call.input, asked.consequence))
      return { ok: false, fault: 'otherCall' }
    const used = db
      .updateTable('confirmations')
      .set({ used_at: now() })
      .where('token_hash', '=', hash)
      .where('used_at', 'is', null)
      .returning('token_hash')
      .compile()
    return { ok: true, expect: { query: used, rows: 1, code: authorizationOutdated } }
  }

  /** Deletes the tokens that became useless more than a day ago. */
  const sweep = () =>
    db
      .deleteFrom('confirmations')
      .where('expires_at', '<', now() - 86_400_000)
      .compile()

  return {
    ask,
    take,
    authorize:
      (call, token, passedOn = []) =>
      async (asked) => {
        const own = token === undefined ? undefined : await take(token, call, asked)
        if (own?.ok) return { ok: true, expect: [own.expect] }
        for (const other of passedOn) {
          const taken = await take(other, call, asked)
          if (taken.ok) return { ok: true, expect: [taken.expect] }
        }
        if (own?.fault === 'early') return { ok: false, keep: true, instead: tooEarly }
        const { confirmation, row } = ask(call, asked)
        const why = own && reasons[own.fault]
        const message = why === undefined ? confirmation.message : `${why} ${confirmation.message}`
        const instead = { ok: false as const, requiresConfirmation: { ...confirmation, message } }
        return { ok: false, keep: true, rows: [row, sweep()], instead }
      },
  }
}

const tooEarly = fail('confirmation_too_early', 'The person has not answered yet, so the token does not count.', {
  hint: 'Tell them what will happen and end your answer. Call again with the token after their next message, if they agree.',
})

const reasons: Record<Exclude<TokenFault, 'early'>, string> = {
  unknown: 'This confirmation is unknown.',
  used: 'This confirmation was used already.',
  expired: 'This confirmation has expired.',
  otherCall: 'This confirmation was for something else.',
  foreign: 'This confirmation belongs to another conversation.',
  movedOn: 'What it would change has changed since you were asked.',
}
