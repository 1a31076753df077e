import { spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GitServer {
  /** `http://127.0.0.1:<port>` */
  origin: string
  port: number
  /** The requests that came, as `GET /path`. */
  requests: string[]
  close(): Promise<void>
}

export interface GitServerOptions {
  /** The folder that repositories are in. */
  root: string
  /** The required `Authorization`; none when absent. */
  authorization?: string
  /** Answers instead of git when it returns true. */
  instead?(request: IncomingMessage, response: ServerResponse): boolean
}

/** Serves the repositories of a folder over HTTP on loopback, by git's own `http-backend`, for reading and writing. */
export async function startGitServer({ root, authorization, instead }: GitServerOptions): Promise<GitServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    if (authorization !== undefined && request.headers.authorization !== authorization) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
      return
    }
    if (!instead?.(request, response)) serveGit(root, request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

function serveGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'http.receivepack',
      GIT_CONFIG_VALUE_0: 'true',
      GIT_CONFIG_KEY_1: 'safe.directory',
      GIT_CONFIG_VALUE_1: '*',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'],
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'],
      REMOTE_USER: 'tester',
      REMOTE_ADDR: '127.0.0.1',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.stdin.on('error', () => {})
  request.pipe(child.stdin)
  let head = Buffer.alloc(0)
  let open = false
  child.stdout.on('data', (chunk: Buffer) => {
    if (open) return void response.write(chunk)
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    open = true
    const lines = head.toString('latin1', 0, end).split('\r\n')
    const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200'
    response.writeHead(Number.parseInt(status, 10), Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
    response.write(head.subarray(end + 4))
  })
  child.on('close', () => response.end())
}
