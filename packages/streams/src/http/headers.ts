/** Header names of the Durable Streams protocol. */
export const streamHeader = {
  nextOffset: 'Stream-Next-Offset',
  upToDate: 'Stream-Up-To-Date',
  closed: 'Stream-Closed',
  cursor: 'Stream-Cursor',
  seq: 'Stream-Seq',
  ttl: 'Stream-TTL',
  expiresAt: 'Stream-Expires-At',
  sseEncoding: 'Stream-SSE-Data-Encoding',
  forkedFrom: 'Stream-Forked-From',
  forkOffset: 'Stream-Fork-Offset',
  forkSubOffset: 'Stream-Fork-Sub-Offset',
  producerId: 'Producer-Id',
  producerEpoch: 'Producer-Epoch',
  producerSeq: 'Producer-Seq',
  producerExpectedSeq: 'Producer-Expected-Seq',
  producerReceivedSeq: 'Producer-Received-Seq',
} as const

const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
  'Access-Control-Allow-Headers': [
    'Content-Type',
    'Authorization',
    'If-None-Match',
    ...Object.values(streamHeader),
  ].join(', '),
  'Access-Control-Expose-Headers': ['ETag', 'Location', ...Object.values(streamHeader)].join(', '),
}

/** The headers of every answer: browsers must not guess at its type, nor other sites embed it unless `open`. */
export function commonHeaders(open: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': open ? 'cross-origin' : 'same-origin',
    ...(open ? cors : {}),
  }
}
