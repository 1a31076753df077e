import type { HandCall } from '../projects/callOperation.ts'
import type { Gate } from '../projects/gate.ts'
import type { Services } from '../services.ts'

/** Asks for a person's word before a call that cannot be taken back, unless `token` shows that they gave it. */
export function confirmation(
  { confirmations }: Services,
  { identity, access, operation, input }: HandCall,
  token: string | undefined,
): Gate {
  const call = { userId: identity.userId, projectId: access.project.id, operation: operation.id, input }
  return confirmations.gate(call, token)
}
