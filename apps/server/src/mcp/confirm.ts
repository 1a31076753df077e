import type { Confirmations } from '../ai/approvals/confirmations.ts'
import type { Authorize } from '../operations/authorize.ts'
import type { UserCall } from '../operations/callOperation.ts'

interface ConfirmationServices {
  confirmations: Confirmations
}

/** Asks for a person's confirmation before a call that waits for one, unless `token` shows that they gave it. */
export function confirmation(
  { confirmations }: ConfirmationServices,
  { identity, access, operation, input }: UserCall,
  token: string | undefined,
): Authorize {
  const call = { userId: identity.userId, projectId: access.project.id, operation: operation.operation.id, input }
  return confirmations.authorize(call, token)
}
