import { connect } from 'node:net'
import { hostileZips, writeZip } from '../../apps/server/testing/zips.ts'
import { heavyCode, heavyCss, heavyHtml } from '../../packages/site/testing/heavy.ts'
import type { Api } from './api.ts'

/** Where hostile inputs are sent: a server, spoken to as its owner. */
export interface HostileTarget {
  url: string
  api: Api
}

/** Something that one person sends to stop a server for others. */
export interface HostileInput {
  name: string
  /** Makes what it needs; what comes back sends it, and resolves with the status of the answer. */
  prepare(target: HostileTarget): Promise<() => Promise<number>>
}

const json = { 'content-type': 'application/json' }

function body(name: string, path: string, text: () => string, method = 'POST'): HostileInput {
  return {
    name,
    async prepare({ api }) {
      const sent = text()
      return async () => statusOf(await api.raw(path, { method, body: sent, headers: json }))
    },
  }
}

export async function statusOf(answer: Response): Promise<number> {
  const text = await answer.text()
  // An import answers as it goes, and says at the end what went wrong.
  return answer.status === 200 && /"type":"error"[^\n]*\n?$/.test(text) ? 422 : answer.status
}

/** One operation on a project of its own. */
function operation(name: string, id: string, input: (pageId: string) => object): HostileInput {
  return {
    name: `${id}: ${name}`,
    async prepare(target) {
      const { projectId, pageId } = await newProject(target)
      const sent = input(pageId)
      return () => operate(target, projectId, `site.${id}`, sent, pageId)
    },
  }
}

/** The status of a call of an operation; an envelope that says no counts as 422. */
export async function operate(
  { api }: HostileTarget,
  projectId: string,
  id: string,
  input: object,
  documentId?: string,
): Promise<number> {
  const body = JSON.stringify({ input, ...(documentId === undefined ? {} : { documentId }) })
  const path = `/api/projects/${projectId}/operations/${id}`
  const answer = await api.raw(path, { method: 'POST', body, headers: json })
  const text = await answer.text()
  return answer.status === 200 && !/"ok":true/.test(text) ? 422 : answer.status
}

function archive(name: string, write: () => Uint8Array): HostileInput {
  return {
    name: `import: ${name}`,
    async prepare(target) {
      const { projectId } = await newProject(target)
      const sent = Buffer.from(write())
      return async () =>
        statusOf(await target.api.raw(`/api/projects/${projectId}/import`, { method: 'POST', body: sent }))
    },
  }
}

export async function newProject({ api }: HostileTarget) {
  const { id } = await api.post<{ id: string }>('/api/projects', { name: 'Hostile' })
  const { pages } = await api.get<{ pages: { id: string }[] }>(`/api/projects/${id}/pages`)
  return { projectId: id, pageId: pages[0]?.id ?? '' }
}

/** Sends the same to a thousand sockets at once; resolves with the worst status, 0 where one was left without. */
function sockets(name: string, request: (target: HostileTarget) => string): HostileInput {
  return {
    name: `1,000 sockets: ${name}`,
    async prepare(target) {
      const text = request(target)
      const { hostname, port } = new URL(target.url)
      const one = () =>
        new Promise<number>((resolve) => {
          let answer = ''
          const socket = connect(Number(port), hostname, () => socket.write(text))
          socket.setTimeout(20_000, () => socket.destroy())
          socket.on('data', (chunk) => {
            answer += chunk
            if (answer.includes('\r\n\r\n')) socket.destroy()
          })
          socket.on('error', () => undefined)
          socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)))
        })
      return async () => {
        const statuses = await Promise.all(Array.from({ length: 1_000 }, one))
        return statuses.includes(0) ? 0 : Math.max(...statuses)
      }
    },
  }
}

const upgrade = (target: HostileTarget, headers: string) =>
  `GET /sync HTTP/1.1\r\nHost: ${new URL(target.url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${headers}\r\n`
const plainGet = (target: HostileTarget, path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(target.url).host}\r\n${headers}\r\n`

/** Just below what one call takes. */
const LIMIT = 990_000
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, 1])))
const page = (content: string) => `<!doctype html><title>x</title><body>${content}`
const words = (size: number) => '<p class="a b">Some <b>words</b></p>\n'.repeat(size / 37)
const site = (name: string, files: () => Record<string, string>) =>
  archive(name, () =>
    writeZip(Object.entries(files()).map(([path, text]) => ({ name: path, bytes: Buffer.from(text) }))),
  )

/** The inputs that issue reports named. */
export const namedInputs: readonly HostileInput[] = [
  body('sign-in: 7.8 MB of [', '/api/auth/sign-in/email', () => '['.repeat(7_800_000)),
  body('sign-in: 7.8 MB of {"a":', '/api/auth/sign-in/email', () => '{"a":'.repeat(1_560_000)),
  body('setup: 7.8 MB of text', '/api/setup', () => JSON.stringify({ token: 'x'.repeat(7_800_000) })),
  body('budgets: 300,000 unknown fields', '/api/ai/budgets', () => keys(300_000), 'PUT'),
  {
    name: 'preview: 300,000 unknown fields',
    async prepare(target) {
      const { projectId } = await newProject(target)
      const sent = keys(300_000)
      return async () =>
        statusOf(
          await target.api.raw(`/api/projects/${projectId}/preview`, { method: 'POST', body: sent, headers: json }),
        )
    },
  },
  body('tool result: 7.8 MB of [', '/api/ai/tool-result', () => '['.repeat(7_800_000)),
  body('tool result: a million values', '/api/ai/tool-result', () => `[${'1,'.repeat(1_000_000)}1]`),
  body('mcp: 7.8 MB of [', '/mcp', () => '['.repeat(7_800_000)),
  body('mcp: 300,000 fields', '/mcp', () => keys(300_000)),
  ...Object.entries(hostileZips).map(([name, write]) => archive(name, write)),
  operation('50,000 <select><option>', 'insertHtml', (parentId) => ({
    parentId,
    html: '<select><option>'.repeat(50_000),
  })),
  operation('50,000 <select><option>', 'replaceNodeHtml', (nodeId) => ({
    nodeId,
    html: '<select><option>'.repeat(50_000),
  })),
  operation('300,000 selector parts', 'applyCss', () => ({ css: `${'a,b,'.repeat(150_000)}c{color:red}` })),
  operation('300,000 selector parts without commas', 'applyCss', () => ({ css: `${'a '.repeat(300_000)}{color:red}` })),
  operation('a million (', 'applyCss', () => ({ css: '('.repeat(1_000_000) })),
  sockets('health', (target) => plainGet(target, '/health')),
  sockets('the projects of the owner', (target) =>
    plainGet(target, '/api/projects', `Cookie: ${target.api.cookie}\r\nOrigin: ${target.url}\r\n`),
  ),
  sockets('live documents without a session', (target) => upgrade(target, `Origin: ${target.url}\r\n`)),
  sockets('live documents', (target) => upgrade(target, `Origin: ${target.url}\r\nCookie: ${target.api.cookie}\r\n`)),
  sockets('sign-in', (target) => {
    const text = JSON.stringify({ email: 'x@example.com', password: 'wrong' })
    return `POST /api/auth/sign-in/email HTTP/1.1\r\nHost: ${new URL(target.url).host}\r\nOrigin: ${target.url}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
  }),
]

/** More of the same classes: every operation that takes text, with whatever is heavy in it. */
export const furtherInputs: readonly HostileInput[] = [
  ...Object.entries(heavyHtml).flatMap(([name, html]) => [
    operation(name, 'insertHtml', (parentId) => ({ parentId, html: html(LIMIT) })),
    operation(name, 'replaceNodeHtml', (nodeId) => ({ nodeId, html: html(LIMIT) })),
    site(name, () => ({ 'index.html': page(html(LIMIT)) })),
  ]),
  ...Object.entries(heavyCss).flatMap(([name, css]) => [
    operation(name, 'applyCss', () => ({ css: css(LIMIT) })),
    operation(`${name} in a style element`, 'insertHtml', (parentId) => ({
      parentId,
      html: `<style>${css(LIMIT - 100)}</style>`,
    })),
    site(name, () => ({ 'index.html': page('<link rel=stylesheet href=a.css>'), 'a.css': css(LIMIT) })),
  ]),
  ...Object.entries(heavyCode).map(([name, text]) =>
    operation(name, 'write_code_asset', () => ({ path: 'scripts/x.js', type: 'script', content: text(LIMIT) })),
  ),
  site('a page of 5 MB', () => ({ 'index.html': page(words(5_000_000)) })),
  site('300 pages of 30 kB', () =>
    Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`p${at}.html`, page(words(30_000))])),
  ),
]
