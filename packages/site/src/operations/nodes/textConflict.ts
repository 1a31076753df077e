import { type Envelope, fail } from '@atelier/operation'

const MAX_SHOWN = 10_000

/** The error of a text that another user changed in the same words; `received` holds it as it is now. */
export function textConflict(now: string, path = '/html'): Envelope<never> {
  return fail('text_conflict', 'The same words have been changed in another way since.', {
    path,
    received: now.slice(0, MAX_SHOWN),
    hint: 'Send the text again with what is there now as its base, or without a base to replace it.',
  })
}
