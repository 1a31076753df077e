import type { AddressInfo } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'

/** Serves an app on a free port of the loopback interface. */
export async function listen(
  app: Pick<Parameters<typeof serve>[0], 'fetch'>,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = await new Promise<ServerType>((resolve) => {
    const starting = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(starting))
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
