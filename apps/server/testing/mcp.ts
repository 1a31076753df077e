import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

const Key = Type.Object({ key: Type.String() })

/** A test server on a port of its own, with clients of the Model Context Protocol. */
export interface McpTestServer {
  server: TestServer
  /** `http://127.0.0.1:PORT` */
  address: string
  /** The header of a new key. @param body what the key may do */
  bearer(body?: object): Promise<{ authorization: string }>
  connect(path: string, headers: Record<string, string>): Promise<Client>
  close(): Promise<void>
}

export async function startMcpServer(options: TestServerOptions = {}): Promise<McpTestServer> {
  const http = createServer((request, response) => listener(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const bound = http.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const server = await startTestServer({ PORT: String(port) }, options)
  const listener = getRequestListener(server.app.fetch)
  http.on('upgrade', server.upgrade)
  const address = `http://127.0.0.1:${port}`
  const clients: Client[] = []
  return {
    server,
    address,
    async bearer(body = {}) {
      const { key } = Value.Parse(Key, (await server.call('POST', '/api/keys', { name: 'mcp', ...body })).body)
      return { authorization: `Bearer ${key}` }
    },
    async connect(path, headers) {
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(new StreamableHTTPClientTransport(new URL(path, address), { requestInit: { headers } }))
      clients.push(client)
      return client
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()))
      http.closeAllConnections()
      http.close()
      await server.close()
    },
  }
}
