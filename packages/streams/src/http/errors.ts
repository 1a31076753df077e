import type { Refused } from '../contract/port.ts'
import { streamHeader } from './headers.ts'

/** A request that the protocol does not allow. */
export class BadRequest extends Error {
  override name = 'BadRequest'
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

const statuses: Record<string, number> = {
  stream_not_found: 404,
  stream_gone: 410,
  stream_exists: 409,
  stream_closed: 409,
  content_type: 409,
  stream_seq: 409,
  producer_stale: 403,
  producer_gap: 409,
  producer_epoch: 400,
  fork_offset: 400,
  offset: 400,
}

export function errorResponse(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: { code, message } }, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}

/** A refusal as the protocol answers it. `receivedSeq` is what a producer sent. */
export function refusalResponse(refused: Refused, receivedSeq?: number): Response {
  const headers: Record<string, string> = {}
  if (refused.offset !== undefined) headers[streamHeader.nextOffset] = refused.offset
  if (refused.closed) headers[streamHeader.closed] = 'true'
  if (refused.producer) headers[streamHeader.producerEpoch] = String(refused.producer.epoch)
  if (refused.refused === 'producer_gap' && refused.producer) {
    headers[streamHeader.producerExpectedSeq] = String(refused.producer.seq + 1)
    if (receivedSeq !== undefined) headers[streamHeader.producerReceivedSeq] = String(receivedSeq)
  }
  return errorResponse(statuses[refused.refused] ?? 500, refused.refused, refused.message, headers)
}
