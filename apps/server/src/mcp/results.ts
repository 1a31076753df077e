import type { Envelope } from '@atelier/operation'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Refusal } from '../http/refusal.ts'

/**
 * An operation's envelope as a tool's result: as structured content, the same as text for clients that read no other,
 * and its pictures; of a write also the change set by which `undoRun` undoes it. A call that waits for a person's confirmation is not an error: nothing went wrong, and nothing was done.
 */
export function toolResult(envelope: Envelope, changeSetId?: string): CallToolResult {
  const images = envelope.ok ? (envelope.images ?? []) : []
  const structured = { ...envelope, images: undefined, changeSetId }
  return {
    content: [
      { type: 'text', text: JSON.stringify(structured) },
      ...images.flatMap(({ mimeType, data }) =>
        data === undefined ? [] : [{ type: 'image' as const, mimeType, data }],
      ),
    ],
    structuredContent: JSON.parse(JSON.stringify(structured)),
    ...(envelope.ok || envelope.requiresConfirmation ? {} : { isError: true }),
  }
}

/** A route's refusal, as an envelope. */
export function refusedEnvelope(refusal: Refusal): Envelope {
  return { ok: false, error: refusal.body.error }
}
