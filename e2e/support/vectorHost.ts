import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ServedFile } from '../../bench/support/fidelity/publish.ts'

/** How many pages are opened at a time, as frames of one. */
export const BATCH = 30

const SHOWN = /^(?:text\/html|image\/svg|(?:application|text)\/(?:[\w-]+\+)?xml|text\/plain)/

/** The browser's own requests. */
const OWN = /\.googleapis\.com:443$/

export interface VectorHost {
  /** Also the proxy of a browser for every host but this one. */
  proxy: string
  /** The requests to any host but this one, as sent on the wire. */
  left: Set<string>
  add(name: string, files: ReadonlyMap<string, ServedFile>): void
  /** The addresses that show every page of a site between them. */
  listings(name: string): { address: string; pages: string[] }[]
  /** Whether pages come with their policies. */
  setPolicies(kept: boolean): void
  close(): void
}

/**
 * Serves sites, each on a host of its own (`<name>.localhost`), and acts as a proxy when a browser would leave them:
 * what it asks for there is written down and refused, whichever way it was asked.
 */
export async function startVectorHost(): Promise<VectorHost> {
  const sites = new Map<string, ReadonlyMap<string, ServedFile>>()
  const left = new Set<string>()
  let policies = true

  const pagesOf = (name: string) =>
    [...(sites.get(name) ?? [])].flatMap(([path, { contentType }]) => (SHOWN.test(contentType) ? [path] : []))

  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const name = url.hostname.replace(/\.localhost$/, '')
    if (!sites.has(name)) {
      left.add(url.href)
      response.writeHead(502).end()
      return
    }
    const path = decodeURIComponent(url.pathname.slice(1))
    const from = /^~all\/(\d+)$/.exec(path)?.[1]
    const file = from === undefined ? found(sites.get(name), path) : listing(pagesOf(name).slice(Number(from)))
    // A page that frames its own site would open that again and again within itself.
    const nested =
      /^(?:iframe|frame|embed|object)$/.test(String(request.headers['sec-fetch-dest'])) &&
      !url.searchParams.has('listed')
    if (!file || nested) {
      response.writeHead(nested ? 200 : 404, { 'content-type': 'text/html' }).end('<!doctype html>')
      return
    }
    response.writeHead(200, {
      'content-type': file.contentType,
      'cache-control': 'no-store',
      ...(policies && file.policy ? { 'content-security-policy': file.policy } : {}),
    })
    response.end(file.bytes)
  }

  const server = createServer(answer)
  server.on('connect', (request, socket) => {
    if (!OWN.test(request.url ?? '')) left.add(`https://${request.url}`)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    proxy: `http://127.0.0.1:${port}`,
    left,
    add: (name, files) => void sites.set(name, files),
    setPolicies(kept) {
      policies = kept
    },
    listings(name) {
      const pages = pagesOf(name)
      return Array.from({ length: Math.ceil(pages.length / BATCH) }, (_, i) => ({
        address: `http://${name}.localhost:${port}/~all/${i * BATCH}`,
        pages: pages.slice(i * BATCH, (i + 1) * BATCH),
      }))
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function found(files: ReadonlyMap<string, ServedFile> | undefined, path: string): ServedFile | undefined {
  return files?.get(path) ?? files?.get(path === '' ? 'index.html' : `${path}.html`)
}

/** A page that shows others, and knows when each of them has loaded. */
function listing(pages: readonly string[]): ServedFile {
  const frames = pages.slice(0, BATCH).map((path) => {
    const address = `/${path.split('/').map(encodeURIComponent).join('/')}?listed`
    return `<iframe src="${address}" onload="loaded(this)"></iframe>`
  })
  const script = `<script>
const wanted = ${frames.length}
const seen = new Set()
let ready
const allLoaded = new Promise((done) => { ready = done })
function loaded(frame) { if (seen.add(frame).size === wanted) ready(wanted) }
</script>`
  return {
    bytes: new TextEncoder().encode(`<!doctype html>${script}${frames.join('')}`),
    contentType: 'text/html; charset=utf-8',
  }
}
