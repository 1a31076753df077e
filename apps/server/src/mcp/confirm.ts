import { type Envelope, fail } from '@atelier/operation'
import type { HandCall } from '../projects/callOperation.ts'
import type { Services } from '../services.ts'

/** Asks for a person's word before a call that cannot be taken back, unless `token` shows that they gave it. */
export function confirmation(
  _services: Services,
  _call: HandCall,
  _token: string | undefined,
): () => Promise<Envelope | undefined> {
  return async () =>
    fail('needs_person', 'This cannot be undone, so only a person may do it.', { hint: 'Ask them to do it.' })
}
