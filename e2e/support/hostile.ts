import { connect } from 'node:net'
import { hostileZips, writeZip } from '../../apps/server/src/import/testingZips.ts'
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

async function statusOf(answer: Response): Promise<number> {
  const text = await answer.text()
  // An import answers as it goes, and says at the end what went wrong.
  return answer.status === 200 && /"type":"error"[^\n]*\n?$/.test(text) ? 422 : answer.status
}

/** One operation on a project of its own; an envelope that says no counts as 422. */
function operation(name: string, id: string, input: (pageId: string) => object): HostileInput {
  return {
    name: `${id}: ${name}`,
    async prepare(target) {
      const { projectId, pageId } = await newProject(target)
      const sent = JSON.stringify({ input: input(pageId), documentId: pageId })
      return async () => {
        const answer = await target.api.raw(`/api/projects/${projectId}/operations/site.${id}`, {
          method: 'POST',
          body: sent,
          headers: json,
        })
        const text = await answer.text()
        return answer.status === 200 && !/"ok":true/.test(text) ? 422 : answer.status
      }
    },
  }
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

async function newProject({ api }: HostileTarget) {
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

const LIMIT = 1_000_000
const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, 1])))
const fill = (piece: string, most = LIMIT) => piece.repeat(Math.floor(most / piece.length))
const numbered = (count: number, piece: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => piece(at)).join('')

/** Markup that is heavy in one way each, up to what a call may bring. */
const markup: Readonly<Record<string, () => string>> = {
  '50,000 <select><option>': () => '<select><option>'.repeat(50_000),
  '50,000 <select><option>…</select>': () => '<select><option>x</option></select>'.repeat(28_000),
  'elements nested 90,000 deep': () => fill('<div>'.padEnd(11)),
  'inline elements nested deep': () => fill('<b><i>'),
  'formatting that opens anew in each paragraph': () =>
    numbered(400, (at) => `<b id=${at}>`) + fill('<p>x</p>', 600_000),
  'links in links': () => fill('<a href=x>'),
  'tables in tables': () => fill('<table><tr><td>'),
  'text in front of tables': () => fill('<table>x'),
  'lists in lists': () => fill('<ul><li>'),
  paragraphs: () => fill('<p>x</p>'),
  'empty elements': () => fill('<br>'),
  comments: () => fill('<!---->'),
  'open comments': () => fill('<!--'),
  'comment ends': () => fill('--> <!--'),
  'open tags without an end': () => fill('<a b="'),
  'angle brackets': () => fill('<'),
  'one element with 100,000 attributes': () => `<p ${numbered(100_000, (at) => `a${at} `)}>x</p>`,
  'one element with 200,000 classes': () => `<p class="${numbered(120_000, (at) => `c${at} `)}">x</p>`,
  'attributes that are refused': () => `<p ${numbered(70_000, (at) => `onx${at}=1 `)}>x</p>`,
  'elements that are refused': () => fill('<script></script>'),
  drawings: () => fill('<svg><g>'),
  formulas: () => fill('<math><mi>'),
  'templates in templates': () => fill('<template>'),
  entities: () => fill('&amp;&notit;'),
  'white space': () => fill(' '),
  'a document of many heads': () => `<!doctype html>${fill('<head><title>x</title>')}`,
  'style elements': () => fill('<style>a{}</style>'),
  'one long style element': () => `<style>${fill('.a{color:red}', 990_000)}</style><p>x</p>`,
  components: () => fill('<atelier-component ref="x"></atelier-component>'),
  loops: () => fill('<atelier-loop source="pages">'),
  tokens: () => `<p>${fill('{page.title}', 990_000)}</p>`,
  quotes: () => fill('<p a="'),
  'ends without a start': () => fill('</p></div>'),
  'styles of elements': () => fill('<p style="color:red;top:0">'),
  'forms and buttons': () => fill('<form><button>'),
  'headings and ruby': () => fill('<h1><ruby><rt>'),
  'frames and embedded text': () => fill('<iframe><textarea><title>'),
  uids: () => numbered(40_000, (at) => `<p uid="x${at}">`),
}

/** CSS that is heavy in one way each. */
const sheets: Readonly<Record<string, () => string>> = {
  '300,000 selector parts': () => `${numbered(150_000, (at) => `.a${at % 10},`)}a{color:red}`,
  '300,000 selector parts without commas': () => `${'a '.repeat(300_000)}{color:red}`,
  'a million (': () => '('.repeat(LIMIT),
  'a million ( in a selector': () => `a:is${fill('(', 990_000)}{}`,
  ':is( in each other': () => `${fill(':is(', 990_000)}{}`,
  ':not(:is( in each other, closed': () => `${':not(:is('.repeat(60_000)}a${'))'.repeat(60_000)}{top:0}`,
  'blocks in each other': () => fill('a{'),
  'closed blocks in each other': () => `${'a{'.repeat(200_000)}${'}'.repeat(200_000)}`,
  'at-rules in each other': () => fill('@media all{'),
  rules: () => numbered(60_000, (at) => `.a${at}{top:0}`),
  'the same rule': () => fill('a{top:0}'),
  declarations: () => `a{${numbered(90_000, (at) => `--x${at}:1;`)}}`,
  'the same declaration': () => `a{${fill('top:0;', 990_000)}}`,
  comments: () => fill('/**/'),
  'open comments': () => fill('/*'),
  quotes: () => fill('"'),
  'lines of quotes': () => fill('"\n'),
  backslashes: () => fill('\\'),
  braces: () => fill('}'),
  semicolons: () => fill(';'),
  'at signs': () => fill('@a;'),
  colons: () => fill(':'),
  'brackets of all kinds': () => fill('([{'),
  'a long value': () => `a{background:${fill('url(x),', 990_000)}none}`,
  'custom properties of blocks': () => `a{${fill('--x:{};', 990_000)}}`,
  keyframes: () => `@keyframes x{${fill('1%{top:0}', 990_000)}}`,
  'font faces': () => fill('@font-face{font-family:x}'),
  imports: () => fill('@import "x";'),
  layers: () => numbered(60_000, (at) => `@layer a${at};`),
  'media queries': () => numbered(25_000, (at) => `@media (width:${at}px){a{top:0}}`),
  'style tags': () => fill('<style>'),
  'attribute selectors': () => `${fill('[a=b]', 990_000)}{top:0}`,
  'a long selector of each kind': () => `${fill('a>b+c~d ', 990_000)}{top:0}`,
  'var() in each other': () => `a{top:${fill('var(--x,', 990_000)}}`,
  numbers: () => `a{top:${fill('1', 990_000)}}`,
  'html comments': () => fill('<!---->'),
}

const scripts: Readonly<Record<string, () => string>> = {
  brackets: () => fill('('),
  'templates in templates': () => fill('`${'),
  'regular expressions': () => fill('/a/g;'),
  'open regular expressions': () => fill('/('),
  imports: () => fill('import "x";'),
  fences: () => fill('```\n'),
  'functions in functions': () => fill('()=>{'),
  strings: () => fill('"'),
  comments: () => fill('/*'),
  numbers: () => fill('1+'),
}

const page = (content: string) => `<!doctype html><title>x</title><body>${content}`
const site = (name: string, files: () => Record<string, string>) =>
  archive(name, () =>
    writeZip(Object.entries(files()).map(([path, text]) => ({ name: path, bytes: Buffer.from(text) }))),
  )

/** The inputs that issue reports named. */
export const namedInputs: readonly HostileInput[] = [
  body('sign-in: 7.8 MB of [', '/api/auth/sign-in/email', () => '['.repeat(7_800_000)),
  body('sign-in: 7.8 MB of {"a":', '/api/auth/sign-in/email', () => fill('{"a":', 7_800_000)),
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
  ...['300,000 selector parts', '300,000 selector parts without commas', 'a million ('].map((name) =>
    operation(name, 'applyCss', () => ({ css: sheets[name]?.() ?? '' })),
  ),
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
  ...Object.entries(markup).map(([name, html]) =>
    operation(name, 'insertHtml', (parentId) => ({ parentId, html: html() })),
  ),
  ...Object.entries(markup).map(([name, html]) =>
    operation(name, 'replaceNodeHtml', (nodeId) => ({ nodeId, html: html() })),
  ),
  ...Object.entries(sheets).map(([name, css]) => operation(name, 'applyCss', () => ({ css: css() }))),
  ...Object.entries(sheets).map(([name, css]) =>
    operation(`${name} in a style element`, 'insertHtml', (parentId) => ({
      parentId,
      html: `<style>${css().slice(0, 990_000)}</style>`,
    })),
  ),
  ...Object.entries(scripts).map(([name, text]) =>
    operation(name, 'write_code_asset', () => ({ path: 'scripts/x.js', content: text() })),
  ),
  ...Object.entries(markup).map(([name, html]) => site(name, () => ({ 'index.html': page(html()) }))),
  ...Object.entries(sheets).map(([name, css]) =>
    site(name, () => ({ 'index.html': page('<link rel=stylesheet href=a.css>'), 'a.css': css() })),
  ),
  site('a page of 5 MB', () => ({ 'index.html': page(fill('<p class="a b">Some <b>words</b></p>\n', 5_000_000)) })),
  site('300 pages of 30 kB', () =>
    Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `p${at}.html`,
        page(fill('<p class="a b">Some <b>words</b></p>\n', 30_000)),
      ]),
    ),
  ),
]
