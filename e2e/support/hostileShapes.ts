import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import * as encoding from 'lib0/encoding'
import { WebSocket } from 'ws'
import * as Y from 'yjs'
import { clientsInTurn, keysInTurn } from '../../packages/documents/testing/heavyUpdates.ts'
import { type HostileInput, type HostileTarget, newProject, operate, statusOf } from './hostile.ts'

/** Types of messages of the live documents' socket, and of its synchronization (Hocuspocus, y-protocols). */
const SYNC = 0
const UPDATE = 2
const SYNC_STATUS = 8
/** After which an update counts as not answered. */
const LAST_MS = 60_000

/** An update as it stands, written to the live document of a page; refused is 422. */
function update(name: string, make: (fields: Y.Map<unknown>) => Uint8Array): HostileInput {
  return {
    name: `socket: ${name}`,
    async prepare(target) {
      const { pageId } = await newProject(target)
      const headers = { cookie: target.api.cookie, origin: target.url }
      const socket = new HocuspocusProviderWebsocket({
        url: `${target.url.replace('http', 'ws')}/sync`,
        WebSocketPolyfill: class extends WebSocket {
          constructor(url: string | URL) {
            super(url, { headers })
            this.on('error', () => undefined)
          }
        },
      })
      let answered: (status: number) => void = () => undefined
      const document = new Y.Doc()
      const provider = new HocuspocusProvider({
        websocketProvider: socket,
        name: pageId,
        document,
        onMessage: ({ message }) => {
          message.readVarString()
          if (message.readVarUint() === SYNC_STATUS) answered(200)
        },
        onClose: () => answered(422),
      })
      provider.attach()
      while (!provider.synced) await new Promise((resolve) => setTimeout(resolve, 20))
      const message = encoding.createEncoder()
      encoding.writeVarString(message, pageId)
      encoding.writeVarUint(message, SYNC)
      encoding.writeVarUint(message, UPDATE)
      encoding.writeVarUint8Array(message, make(document.getMap('fields')))
      return async () => {
        const status = await new Promise<number>((resolve) => {
          answered = resolve
          const timer = setTimeout(resolve, LAST_MS, 0)
          timer.unref()
          socket.webSocket?.send(encoding.toUint8Array(message))
        })
        provider.destroy()
        socket.destroy()
        return status
      }
    },
  }
}

/** An operation on content, in a project that has models; `before` makes what it needs. */
function content(
  name: string,
  models: readonly object[],
  call: (target: HostileTarget, projectId: string) => Promise<() => Promise<number>>,
): HostileInput {
  return {
    name: `content: ${name}`,
    async prepare(target) {
      const { projectId } = await newProject(target)
      await done(operate(target, projectId, 'content.init_project', { locales: ['en'], domains: ['blog'], models }))
      return call(target, projectId)
    },
  }
}

async function done(status: Promise<number>): Promise<void> {
  if ((await status) !== 200) throw new Error('What an input needs could not be made')
}

const title = { type: 'string', required: true }
const article = { id: 'article', kind: 'document', i18n: false, title_field: 'title', fields: { title } }
const FIELDS = 40
const patterned = {
  id: 'message',
  title_field: 'name',
  fields: {
    name: title,
    ...Object.fromEntries(
      Array.from({ length: FIELDS }, (_, at) => [
        `field_${at}`,
        { type: 'text', pattern: '^(?:[a-z ]{1,40}[,.]?){1,20}$' },
      ]),
    ),
  },
}
const terms = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`term ${at}`, { en: `What term ${at} is called` }]))
const redirects = (from: number, count: number) => ({
  redirects: Array.from({ length: count }, (_, at) => ({ from: `/old-${from + at}`, to: `/new-${(from + at) % 7}` })),
})

/** A remote that lists branches without an end; it ends with the process. */
async function endlessRemote(): Promise<string> {
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
  const refs = Array.from({ length: 64 }, (_, n) => line(`${'1'.repeat(40)} refs/heads/${'b'.repeat(16_000)}${n}\n`))
  const block = Buffer.from(refs.join(''))
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' })
    response.write(`${line('# service=git-upload-pack\n')}0000${line(`${'1'.repeat(40)} HEAD\0agent=git/2\n`)}`)
    const more = () => {
      if (!response.destroyed) response.write(block, more)
    }
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/endless.git`
}

const json = { 'content-type': 'application/json' }

/** One of each place in which a short input once took the server long. */
export const shapes: readonly HostileInput[] = [
  update('16,000 clients that build on each other', () => clientsInTurn(16_000)),
  update('1,000 clients that build on each other', () => clientsInTurn(1_000)),
  update('two keys set 100,000 times in turn', () => keysInTurn(100_000)),
  update('a value of 900 kB', (fields) => {
    const root = String(fields.get('root'))
    const doc = new Y.Doc()
    doc.getMap('fields').set(`${root}/attr:title`, 'a'.repeat(900_000))
    return Y.encodeStateAsUpdate(doc)
  }),
  update('50,000 texts, 4 MB', (fields) => {
    const root = String(fields.get('root'))
    const doc = new Y.Doc()
    doc.transact(() => {
      for (let at = 0; at < 50_000; at += 1)
        doc
          .getMap('fields')
          .set(`t${at.toString().padStart(9, '0')}`, { kind: 'text', text: 'x', at: [root, `a${at}`] })
    })
    return Y.encodeStateAsUpdate(doc)
  }),
  content(
    '30,000 blocks of one text',
    [article],
    async (target, projectId) => () =>
      operate(target, projectId, 'content.save_content', {
        model: 'article',
        slug: 'long',
        body: 'a\n\n'.repeat(30_000),
        data: { title: 'Long' },
      }),
  ),
  content(
    '5,000 terms',
    [],
    async (target, projectId) => () => operate(target, projectId, 'content.vocabulary', { terms: terms(5_000) }),
  ),
  content(`a form with ${FIELDS} patterns`, [patterned], async (target, projectId) => {
    await done(operate(target, projectId, 'content.saveForm', { model: 'message', open: true, perMinute: 60 }))
    const fields = Array.from({ length: FIELDS }, (_, at) => [`field_${at}`, `${'some words '.repeat(140)}!`])
    const body = JSON.stringify({ data: { name: 'Ada', ...Object.fromEntries(fields) } })
    return async () =>
      statusOf(
        await fetch(`${target.url}/api/forms/v1/${projectId}/message/submit`, { method: 'POST', headers: json, body }),
      )
  }),
  content('a remote that lists branches without an end', [], async ({ api }, projectId) => {
    const body = JSON.stringify({ url: await endlessRemote() })
    return async () =>
      statusOf(await api.raw(`/api/projects/${projectId}/content/remote`, { method: 'PUT', headers: json, body }))
  }),
  {
    name: 'site: 5,000 redirects',
    async prepare(target) {
      const { projectId } = await newProject(target)
      for (let from = 0; from < 4_500; from += 500)
        await done(operate(target, projectId, 'site.setRedirects', redirects(from, 500)))
      return () => operate(target, projectId, 'site.setRedirects', redirects(4_500, 500))
    },
  },
  {
    name: 'preview: 300 loops',
    async prepare(target) {
      const { projectId, pageId } = await newProject(target)
      const { api, url } = target
      const loop = '<atelier-loop data-source-id="pages"><p>{currentEntry.title}</p></atelier-loop>'
      const made = await api.raw(`/api/projects/${projectId}/operations/site.insertHtml`, {
        method: 'POST',
        headers: json,
        body: JSON.stringify({ input: { parentId: pageId, html: loop.repeat(300) }, documentId: pageId }),
      })
      if (!made.ok) throw new Error(await made.text())
      const opened = await api.post<{ url: string }>(`/api/projects/${projectId}/preview`, { pageId })
      return async () => statusOf(await fetch(`${url}${opened.url}`))
    },
  },
  {
    name: 'export: a script of a million characters',
    async prepare(target) {
      const { projectId } = await newProject(target)
      const line = 'export const a = (b, c) => b ? c : [b, c].map((d) => d + 1)\n'
      await done(
        operate(target, projectId, 'site.write_code_asset', {
          path: 'scripts/large.js',
          type: 'script',
          content: Array.from({ length: 15_000 }, (_, at) => line.replace('const a', `const a${at}`)).join(''),
          runtime: { format: 'module' },
        }),
      )
      return async () => {
        const answer = await target.api.raw(`/api/projects/${projectId}/export`)
        await answer.arrayBuffer()
        return answer.status
      }
    },
  },
]
