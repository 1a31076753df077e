// Makes the stored data folder by running the server of an older checkout:
//   node scripts/oldData/make.ts PATH/TO/OLDER/CHECKOUT
// Only needed to store the data of another version; the test reads the files in this folder.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { readAnswers } from './answers.ts'
import { origin, owner, ports, secret } from './facts.ts'
import { dumpDatabase, readDataFiles } from './folder.ts'

const checkout = process.argv[2]
if (!checkout) throw new Error('Name the folder of an older checkout.')
const dataDir = mkdtempSync(join(tmpdir(), 'atelier-old-'))
const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
  cwd: checkout,
  stdio: 'inherit',
  env: {
    PATH: process.env.PATH,
    ATELIER_DATA: dataDir,
    ATELIER_SECRET: secret,
    ATELIER_OWNER_EMAIL: owner.email,
    ATELIER_OWNER_PASSWORD: owner.password,
    ATELIER_CATALOGUE_URL: 'off',
    ATELIER_FONTS_URL: 'off',
    ATELIER_REHEARSAL_PACE_MS: '0',
    PORT: String(ports.studio),
    SITES_PORT: String(ports.sites),
  },
})
const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))

let cookie = ''
async function send(path: string, body?: unknown, bytes?: Buffer): Promise<unknown> {
  const answer = await fetch(origin + path, {
    method: body === undefined && !bytes ? 'GET' : 'POST',
    headers: { cookie, origin },
    body: bytes ? new Uint8Array(bytes) : body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  if (path.includes('/sign-in/'))
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  return JSON.parse(text)
}
const ask = async <T extends TSchema>(schema: T, path: string, body?: unknown): Promise<Static<T>> =>
  Value.Parse(schema, await send(path, body))

const Id = Type.Object({ id: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String(), rootNodeId: Type.String() })) })

try {
  for (;;) {
    if (
      await fetch(`${origin}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await send('/api/auth/sign-in/email', owner)
  const { projects } = await ask(Type.Object({ projects: Type.Array(Id) }), '/api/projects')
  const projectId = projects[0]?.id ?? ''
  const at = `/api/projects/${projectId}`
  const [home] = (await ask(Pages, `${at}/pages`)).pages
  const call = (name: string, input: object, documentId?: string) =>
    send(`${at}/operations/site.${name}`, { input, documentId })
  const html = '<section class="visit"><h2>Visit us</h2><p>Open from nine to five.</p></section>'
  await call('insertHtml', { parentId: home?.rootNodeId, html }, home?.documentId)
  await call('applyCss', { css: '.visit { padding: 2rem; color: var(--color-ink, #222); }' }, home?.documentId)
  await call('addPage', { title: 'Prices', slug: 'prices' })
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await send(`${at}/media?name=pixel.png&alt=A%20pixel`, undefined, Buffer.from(pixel, 'base64'))
  await send(`${at}/versions`, { name: 'Before the agent' })
  const session = await ask(Id, '/api/ai/sessions', { projectId, scope: 'site', credentialId: 'rehearsal' })
  const context = { documentId: home?.documentId }
  const Started = Type.Object({ runId: Type.String() })
  const prompt = 'Add a pricing section'
  const { runId } = await ask(Started, `/api/ai/sessions/${session.id}/runs`, { prompt, context })
  const Read = Type.Object({ activeRunId: Type.Optional(Type.String()) })
  while ((await ask(Read, `/api/ai/sessions/${session.id}`)).activeRunId) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await send(`${at}/publish?despite=findings`, {})
  // Publishing has folded the updates of documents into their states; a later server must also read one unfolded.
  await call('insertHtml', { parentId: home?.rootNodeId, html: '<p>Closed on Sundays.</p>' }, home?.documentId)
  const { key } = await ask(Type.Object({ key: Type.String() }), '/api/keys', { name: 'Old key', role: 'editor' })
  await send('/api/ai/credentials', {
    provider: 'anthropic',
    label: 'Old credential',
    apiKey: 'not-a-real-key-of-1234',
  })
  const ids = { projectId, sessionId: session.id, runId }
  const answers = await readAnswers(send, ids)
  // A stop would fold the last one as well.
  server.kill('SIGKILL')
  await ended
  const store = (name: string, text: string) => writeFileSync(new URL(name, import.meta.url), text)
  store('data.sql', dumpDatabase(dataDir))
  store('files.json', `${JSON.stringify(readDataFiles(dataDir), null, 2)}\n`)
  store('answers.json', `${JSON.stringify({ ...ids, key, ...answers }, null, 2)}\n`)
} finally {
  server.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
}
