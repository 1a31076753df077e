import type { Envelope } from '@atelier/operation'

/** The sentence of what went wrong; undefined if nothing did. */
export function failureOf(envelope: Envelope): string | undefined {
  if (envelope.ok) return undefined
  if (envelope.requiresConfirmation) return envelope.requiresConfirmation.message
  const { message, hint } = envelope.error
  return hint ? `${message} ${hint}` : message
}
