import { createNdjsonProjection } from '@atelier/agent'
import type { StreamStore } from '@atelier/streams'
import { followRun } from './chat.ts'

/** Resolves when a run has ended, whichever server executes it, or when its last waiter has left. */
export async function endOfRun(
  streams: StreamStore,
  path: string,
  { runId, offset, signal }: { runId: string; offset: string; signal: AbortSignal },
): Promise<void> {
  const lines = followRun(streams, path, offset, createNdjsonProjection({ conversationId: '', runId }), signal)
  for await (const _ of lines) {
    // Only the end is waited for: the records themselves are read from the session.
  }
}
