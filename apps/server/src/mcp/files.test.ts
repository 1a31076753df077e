import type { Client } from '@modelcontextprotocol/client'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type McpTestServer, startMcpServer } from '../../testing/mcp.ts'

const Made = Type.Object({ id: Type.String() })
const Read = Type.Object({ data: Type.Object({ content: Type.String() }) })
const Asked = Type.Object({ requiresConfirmation: Type.Object({ message: Type.String(), token: Type.String() }) })

let mcp: McpTestServer
let path = ''
beforeAll(async () => {
  mcp = await startMcpServer()
  const made = await mcp.server.call('POST', '/api/projects', { name: 'Files', starter: 'blank' })
  path = `/mcp/${Value.Parse(Made, made.body).id}`
})
afterAll(() => mcp.close())

const call = async (client: Client, name: string, input: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: input })).structuredContent

const read = async (client: Client, file: string) =>
  Value.Parse(Read, await call(client, 'readFile', { file })).data.content

const page = (body: string) =>
  `<!doctype html>\n<html lang="en">\n<head><title>Bakery</title></head>\n<body>\n${body}\n</body>\n</html>\n`

test('a coding agent from outside works on the site as files', async () => {
  const client = await mcp.connect(path, await mcp.bearer({ role: 'editor' }))
  expect(client.getInstructions()).toContain('readFile { file: "." }')
  const found = await call(client, 'find_operations', { query: 'edit files search and replace' })
  expect(JSON.stringify(found)).toContain('"name":"editFiles"')

  const written = await call(client, 'writeFiles', {
    files: {
      '_components/header.html': '<header><a href="/">Bakery</a> <a href="/menu/">The menu of the week</a></header>',
      'index.html': page(
        '<!-- @component:header -->\n<main>\n  <h1>Bread</h1>\n  <p>Baked daily from six.</p>\n</main>',
      ),
      'menu.html': page(
        '<!-- @component:header -->\n<main data-block="menu">\n  <p>Rye, spelt and wheat.</p>\n</main>',
      ),
      'styles.css': 'main { max-width: 60ch }\n',
    },
  })
  expect(written).toMatchObject({ ok: true, data: { success: true } })
  expect((await read(client, '.')).split('\n')).toEqual([
    'index.html',
    'menu.html',
    '_components/header.html',
    'styles.css',
  ])

  const home = await read(client, 'index.html')
  expect(home).toContain('<!-- @component:header -->')
  const operations = [{ search: '<p>Baked daily\n from six.</p>', replace: '<p>Baked daily from seven.</p>' }]
  const edited = await call(client, 'editFiles', { edits: [{ file: 'index.html', replaceOperations: operations }] })
  expect(edited).toMatchObject({ ok: true, data: { results: [{ success: true, matchTiers: ['whitespace'] }] } })
  expect(await read(client, 'index.html')).toBe(home.replace('six', 'seven'))

  const block = { file: 'menu.html', blockId: 'menu', action: 'replaceInner', content: '<p>Rye alone.</p>' }
  expect(await call(client, 'editBlock', block)).toMatchObject({ ok: true })
  expect(await read(client, 'menu.html')).toContain('<main data-block="menu"><p>Rye alone.</p></main>')
})

test('asks before a page goes, and refuses impossible files', async () => {
  const client = await mcp.connect(path, await mcp.bearer({ role: 'editor' }))
  const refused = async (name: string, input: Record<string, unknown>, code: string) =>
    expect(await call(client, name, input)).toMatchObject({ ok: false, error: { code, hint: expect.any(String) } })
  await refused('deleteFile', { file: 'index.html' }, 'protected')
  await refused('deleteFile', { file: '_components/header.html' }, 'in_use')
  await refused('readFile', { file: '../../etc/passwd' }, 'unknown_file')
  await refused('writeFile', { filename: '../about.html', content: page('<p>x</p>') }, 'not_written')
  const missing = [{ search: 'This reads like nothing that stands there', replace: '' }]
  await refused('editFiles', { edits: [{ file: 'index.html', replaceOperations: missing }] }, 'not_edited')

  const asked = await call(client, 'deleteFile', { file: 'menu.html' })
  const { message, token } = Value.Parse(Asked, asked).requiresConfirmation
  expect(message).toContain('menu')
  expect(await read(client, '.')).toContain('menu.html')
  expect(await call(client, 'deleteFile', { file: 'menu.html', confirmationToken: token })).toMatchObject({
    ok: true,
    data: { remainingFiles: ['index.html', '_components/header.html', 'styles.css'] },
  })
})

test('a key that only reads reads files, and writes none', async () => {
  const client = await mcp.connect(path, await mcp.bearer({ role: 'viewer' }))
  expect(await read(client, 'index.html')).toContain('Baked daily')
  for (const [name, input] of [
    ['writeFile', { filename: 'index.html', content: page('<p>Gone</p>') }],
    ['deleteFile', { file: 'index.html' }],
  ] as const) {
    const answer = await client
      .callTool({ name, arguments: input })
      .catch((error: unknown) => ({ isError: true, error }))
    expect(answer).toMatchObject({ isError: true })
  }
  expect(await read(client, 'index.html')).toContain('Baked daily')
})
