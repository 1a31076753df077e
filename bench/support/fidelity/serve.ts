import { createServer } from 'node:http'
import { extname } from 'node:path'
import type { BothSites } from './publish.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.jpg': 'image/jpeg',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}

/** Serves a site as it was authored, less what safety refuses, and as it is published, each at the root of its host. */
export async function serveBoth(
  sites: BothSites,
): Promise<{ source: string; release: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const wanted = decodeURIComponent(pathname).slice(1)
    const path = wanted === '' || wanted.endsWith('/') ? `${wanted}index.html` : wanted
    if (request.headers.host?.startsWith('source.')) {
      const bytes = sites.source.get(path)
      const isPage = /\.html?$/.test(path)
      response.writeHead(bytes ? 200 : 404, { 'content-type': types[extname(path)] ?? 'application/octet-stream' })
      response.end(bytes && isPage ? withoutScripts(Buffer.from(bytes).toString('latin1')) : bytes)
      return
    }
    const file = sites.release.get(path)
    response.writeHead(file ? 200 : 404, {
      'content-type': file?.contentType ?? 'text/plain',
      ...(file?.policy ? { 'content-security-policy': file.policy } : {}),
    })
    response.end(file?.bytes)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    source: `http://source.localhost:${port}`,
    release: `http://release.localhost:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The page of a browser that runs no scripts: the text without scripts and handlers, otherwise as it was. */
function withoutScripts(latin1: string): Buffer {
  const text = latin1
    .replace(/<script\b(?:"[^"]*"|'[^']*'|[^"'>])*>[\s\S]*?<\/script\s*>/gi, '')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) =>
      tag
        .replace(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi, '')
        .replace(/\s(?:href|src|action)\s*=\s*(?:"javascript:[^"]*"|'javascript:[^']*')/gi, ''),
    )
  return Buffer.from(text, 'latin1')
}
