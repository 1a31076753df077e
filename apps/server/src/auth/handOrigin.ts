import type { Origin } from '@atelier/documents'
import type { Identity } from './identity.ts'

/**
 * The origin of what a caller changes by a request. A program with a key may be an agent, so that it counts as one for locks:
 * only a signed-in person changes what is locked, or unlocks it.
 */
export const handOrigin = ({ userId, key }: Pick<Identity, 'userId' | 'key'>): Origin => ({
  kind: 'hand',
  userId,
  ...(key ? { byAgent: true } : {}),
})
