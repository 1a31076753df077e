import type { StartedCall } from '@atelier/agent'
import type { HeldDraftSet } from '@atelier/documents'
import type { Consequence, Envelope } from '@atelier/operation'
import type { Append, Expectation, Query } from '@atelier/streams'
import { digest } from '../auth/secrets.ts'

/** The effect of a call, and the state of the documents that it would change. */
export interface ProposedCall {
  consequence: Consequence
  /**
   * `id:head` of each document, in the order of their ids, and `words:` with a digest of the consequence in words. It
   * stays the same until one of them changes.
   */
  revision: string
}

export type Authorization =
  /** `expect`: what the authorization relies on; if it no longer holds at the commit, the call is authorized again. */
  | { ok: true; expect?: Expectation[]; appends?: Append[] }
  | {
      ok: false
      /** The result instead of the call's own. */
      instead: Envelope
      /** Whether that result is stored under the call's key; otherwise nothing is stored. */
      keep: boolean
      rows?: Query[]
      expect?: Expectation[]
      appends?: Append[]
    }

/**
 * Decides whether an operation that cannot be undone may run. It is called within the transaction, on the same drafts
 * that the operation then runs on, and again whenever a document changed, so that it decides about what then happens.
 */
export type Authorize = (call: ProposedCall) => Promise<Authorization>

/** The code of an authorization's expectation that no longer held. */
export const authorizationOutdated = 'gate_moved'

/** The effect of a call; undefined if the operation would refuse the input anyway. */
export async function proposedCall(call: StartedCall, drafts: HeldDraftSet): Promise<ProposedCall | undefined> {
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
