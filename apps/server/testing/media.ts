import { crc32, deflateSync } from 'node:zlib'
import type { TestServer } from './server.ts'

/** A whole PNG of one colour. */
export function png(width: number, height: number, [red, green, blue] = [200, 40, 40]): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.alloc(1 + width * 3)
  for (let x = 0; x < width; x += 1) row.set([red ?? 0, green ?? 0, blue ?? 0], 1 + x * 3)
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Sends bytes to a project's media as the owner. */
export async function upload(
  server: TestServer,
  projectId: string,
  name: string,
  bytes: Uint8Array,
  query = '',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { port } = server.config
  const answer = await server.app.request(
    `http://localhost:${port}/api/projects/${projectId}/media?name=${encodeURIComponent(name)}${query}`,
    {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { host: `localhost:${port}`, cookie: server.cookie, 'content-type': 'application/octet-stream' },
    },
  )
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}

/** The id of the first project. */
export async function firstProject(server: TestServer): Promise<string> {
  const { body } = await server.call('GET', '/api/projects')
  const id = /"id":"([^"]+)"/.exec(JSON.stringify(body))?.[1]
  if (id === undefined) throw new Error('The server has no project')
  return id
}
