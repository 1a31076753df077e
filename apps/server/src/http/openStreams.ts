import { createStreamHandler } from '@atelier/streams'
import type { Services } from '../services.ts'

/** Streams for anybody under `/streams/`, for the public conformance suite; never in production (`config.ts`). */
export function openStreams({ streams, now, stopping }: Services): (request: Request) => Promise<Response> {
  return createStreamHandler({
    store: streams,
    now,
    cors: true,
    signal: stopping,
    // A folder of its own, so that no path here is a session's.
    path: (url) =>
      url.pathname.startsWith('/streams/') ? `open/${url.pathname.slice('/streams/'.length)}` : undefined,
  })
}
