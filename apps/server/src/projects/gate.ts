import type { StartedCall } from '@atelier/agent'
import type { HeldDraftSet } from '@atelier/documents'
import type { Consequence, Envelope } from '@atelier/operation'
import type { Append, Expectation, Query } from '@atelier/streams'
import { digest } from '../auth/secrets.ts'

/** What a call would do, and the state of the documents that it would do it to. */
export interface Asked {
  consequence: Consequence
  /**
   * `id:head` of each document, in the order of their ids, and `words:` with a digest of the consequence as it is worded.
   * It stays as it is until one of them changes.
   */
  revision: string
}

export type Passage =
  /** `expect`: what the pass rests on; if it no longer holds at the commit, the gate is asked again. */
  | { ok: true; expect?: Expectation[]; appends?: Append[] }
  | {
      ok: false
      /** The result in the call's place. */
      instead: Envelope
      /** Whether that result is the call's own, to be stored under its key; otherwise nothing at all is stored. */
      keep: boolean
      rows?: Query[]
      expect?: Expectation[]
      appends?: Append[]
    }

/**
 * Decides on an operation that cannot be undone. It is asked within the transaction, on the same drafts that the
 * operation then runs on, and again whenever a document moved; so what it lets through is what it was asked about.
 */
export type Gate = (asked: Asked) => Promise<Passage>

/** The code of a gate's expectation that no longer held. */
export const gateMoved = 'gate_moved'

/** What a gate is asked; undefined if the operation would refuse the input anyway. */
export async function askedOf(call: StartedCall, drafts: HeldDraftSet): Promise<Asked | undefined> {
  const consequence = await call.consequence()
  if (!consequence) return undefined
  const ids = [...new Set(consequence.documentIds.length > 0 ? consequence.documentIds : call.documentIds)].sort()
  const heads = await Promise.all(ids.map(async (id) => `${id}:${(await drafts.head(id)) ?? 'none'}`))
  const { message, target } = consequence
  return {
    consequence,
    revision: [...heads, `words:${digest(JSON.stringify([message, target])).slice(0, 16)}`].join(','),
  }
}
