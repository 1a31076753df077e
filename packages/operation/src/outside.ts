import { type Envelope, fail } from './envelope.ts'
import type { Actor } from './operation.ts'

/** One call of `outside`, beside its services and input. */
export interface OutsideCall<Question> {
  /** The result of the operation's `question`; undefined where it has none. */
  readonly question: Question
  readonly actor: Actor
  /** Aborted when the last waiter has left; a request MUST end with it. */
  readonly signal: AbortSignal
}

/** Asks the world for one call. Resolves with what `run` is given. */
export type AskOutside = (signal: AbortSignal) => Promise<unknown>

/** The result of a call that was sent, and whose answer is not known: it may have taken place. */
export function unknownOutcome({ name, verify }: { name: string; verify: string | undefined }): Envelope<never> {
  const message = `${name} was sent, and its answer is not known: it may have taken place or not. It is not sent again by itself.`
  return fail('unknown_outcome', message, {
    hint: `${verify ?? 'Look where it would show.'} Tell the person, and call it again only if it did not take place.`,
  })
}
