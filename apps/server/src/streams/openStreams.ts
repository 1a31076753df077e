import { createStreamHandler, type StreamHandlerOptions } from '@atelier/streams'
import { Hono } from 'hono'

/** Where the app mounts the open streams. */
export const openStreamsMount = '/streams'

/**
 * The whole protocol without authentication, to be mounted at `openStreamsMount`: for the public conformance
 * suite and tests only, never in production (`config.ts`). A path in `Stream-Forked-From` may stand with or without the
 * mount's prefix, since the suite names a source as if the mount were the whole server.
 */
export function openStreams(options: Omit<StreamHandlerOptions, 'path' | 'cors' | 'readOnly'>): Hono {
  const handler = createStreamHandler({ ...options, cors: true, path: storePath })
  return new Hono().all('*', (context) => handler(context.req.raw))
}

/** A folder of its own, so that no path here is a session's. */
function storePath(url: URL): string | undefined {
  const { pathname } = url
  const path = pathname.startsWith(`${openStreamsMount}/`) ? pathname.slice(openStreamsMount.length) : pathname
  return path === '/' || path === openStreamsMount ? undefined : `open${path}`
}
