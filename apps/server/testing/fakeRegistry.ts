import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

export interface FakePackage {
  name: string
  version: string
  /** Beside `name` and `version`. */
  manifest?: Record<string, unknown>
  files: Record<string, string>
}

/** A registry of a few packages on a port of its own, for tests of installing. */
export async function startRegistry(
  packages: readonly FakePackage[],
): Promise<{ url: string; asked: string[]; close(): void }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/').slice(1)
    asked.push(path)
    const found = packages.find(({ name }) => path === name || path.startsWith(`${name}/-/`))
    if (!found) return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not_found"}')
    const { name, version, manifest = {}, files } = found
    const whole = { ...manifest, name, version }
    const archive = gzipSync(tar({ 'package/package.json': JSON.stringify(whole), ...prefixed(files) }))
    if (path.endsWith('.tgz'))
      return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(archive)
    const { port } = server.address() as AddressInfo
    const integrity = `sha512-${createHash('sha512').update(archive).digest('base64')}`
    const dist = { tarball: `http://127.0.0.1:${port}/${name}/-/${version}.tgz`, integrity }
    const body = { name, 'dist-tags': { latest: version }, versions: { [version]: { ...whole, dist } } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const prefixed = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`package/${path}`, text]))

/** POSIX.1-1988 ustar: a header of 512 bytes for each file, its bytes padded, and two empty blocks at the end. */
function tar(files: Record<string, string>): Buffer {
  const blocks: Buffer[] = []
  for (const [path, text] of Object.entries(files)) {
    const bytes = Buffer.from(text)
    const header = Buffer.alloc(512)
    header.write(path, 0)
    header.write('0000644\0', 100)
    header.write('0000000\0', 108)
    header.write('0000000\0', 116)
    header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('00000000000\0', 136)
    header.write('        ', 148)
    header.write('0', 156)
    header.write('ustar\0', 257)
    header.write('00', 263)
    let sum = 0
    for (const byte of header) sum += byte
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    blocks.push(header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512))
  }
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}
