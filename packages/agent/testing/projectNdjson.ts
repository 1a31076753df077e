import type { SessionRecord } from '../src/contract/sessionRecord.ts'
import { createNdjsonProjection, type NdjsonEvent } from '../src/run/ndjson.ts'

/** Every line of one run from a session's records. */
export function projectNdjson(
  records: Iterable<SessionRecord>,
  ids: { conversationId: string; runId: string; bridgeId?: string },
): NdjsonEvent[] {
  const projection = createNdjsonProjection(ids)
  return [...records].flatMap((record) => projection.push(record))
}
