import { createStreamHandler, type StreamHandlerOptions } from '@atelier/streams'
import { Hono } from 'hono'

/**
 * The whole protocol for everybody, with no auth: for the public conformance suite and tests only. Mounted at
 * `/streams`; a path in `Stream-Forked-From` may stand with or without that prefix.
 */
export function openStreams(options: Omit<StreamHandlerOptions, 'path' | 'cors' | 'readOnly'>): Hono {
  const handler = createStreamHandler({ ...options, cors: true, path: storePath })
  return new Hono().all('*', (context) => handler(context.req.raw))
}

function storePath(url: URL): string | undefined {
  const path = url.pathname.replace(/^\/streams(?=\/)/, '')
  return path === '/' ? undefined : `open${path}`
}
