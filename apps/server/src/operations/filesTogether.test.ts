import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { join, type Member } from '../../testing/people.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const Made = Type.Object({ id: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String() })) })
const Read = Type.Object({ ok: Type.Literal(true), data: Type.Object({ content: Type.String() }) })
const Inserted = Type.Object({ ok: Type.Literal(true), data: Type.Object({ nodeIds: Type.Array(Type.String()) }) })

let server: TestServer
let grace: Member
let projectId = ''
let root = ''

async function operate(name: string, input: unknown, call = server.call): Promise<unknown> {
  return (await call('POST', `/api/projects/${projectId}/operations/site.${name}`, { input })).body
}
const done = async <Schema extends TSchema>(schema: Schema, result: Promise<unknown>): Promise<Static<Schema>> =>
  Value.Parse(schema, await result)
const read = async (call = server.call) =>
  (await done(Read, operate('readFile', { file: 'index.html' }, call))).data.content

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.call('POST', '/api/projects', { name: 'Together', starter: 'blank' })
  projectId = Value.Parse(Made, made.body).id
  grace = await join(server, {
    email: 'grace@example.com',
    role: 'member',
    projects: [{ projectId, role: 'editor' }],
  })
  const { body } = await server.call('GET', `/api/projects/${projectId}/pages`)
  root = Value.Parse(Pages, body).pages[0]?.documentId ?? ''
})
afterAll(() => server.close())

test('a page that is written whole keeps others’ edits since it was read', async () => {
  const html =
    '<main>\n  <h1>Bread</h1>\n  <p>Baked daily.</p>\n  <section>\n    <p>Old offer</p>\n  </section>\n</main>'
  await operate('replaceNodeHtml', { nodeId: root, html })
  const text = await read()
  const ids = await operate('find', { selector: 'p, section' })
  const { matches } = Value.Parse(
    Type.Object({ matches: Type.Array(Type.Object({ uid: Type.String() })) }),
    Value.Parse(Type.Object({ data: Type.Unknown() }), ids).data,
  )
  const [daily = '', section = ''] = matches.map(({ uid }) => uid)
  await operate('setTexts', { texts: [{ nodeId: daily, text: 'Baked at night.' }] }, grace.call)
  await operate('deleteNode', { nodeId: section }, grace.call)
  const added = await done(
    Inserted,
    operate('insertHtml', { parentId: root, html: '<footer>Grace</footer>' }, grace.call),
  )
  expect(added.data.nodeIds).toHaveLength(1)

  const written = text.replace('<h1>Bread</h1>', '<h1>Rolls</h1>').replace(/\n\s+/g, '\n')
  expect(await operate('writeFile', { filename: 'index.html', content: written })).toMatchObject({
    ok: true,
    warnings: [expect.stringContaining('others wrote there since you read the file')],
  })
  const after = await read()
  expect(after).toContain('<h1>Rolls</h1>\n  <p>Baked at night.</p>')
  expect(after).toContain('>Grace</footer>')
  expect(after).not.toContain('Old offer')
})

test('what one writes oneself is not taken for that of others', async () => {
  const text = await read()
  const first = text.replace('Rolls', 'Cakes')
  expect(await operate('writeFile', { filename: 'index.html', content: first })).not.toHaveProperty('warnings')
  const second = first.replace('Cakes', 'Pies').replace(/<footer.*<\/footer>/, '')
  expect(await operate('writeFile', { filename: 'index.html', content: second })).not.toHaveProperty('warnings')
  expect(await read()).toBe(second)
})

test('an edit of a file is one’s own for the write after it, and shows the new title', async () => {
  const edit = (search: string, replace: string) =>
    operate('editFiles', { edits: [{ file: 'index.html', replaceOperations: [{ search, replace }] }] })
  const { title = '' } = /<title>(?<title>[^<]*)/.exec(await read())?.groups ?? {}
  const edited = await edit(`<title>${title}<`, '<title>The bakery<')
  expect(JSON.stringify(edited)).toContain('<title>The bakery<')
  expect(JSON.stringify(edited)).not.toContain(`<title>${title}<`)
  await edit('Pies', 'Tarts')
  const block = { file: 'index.html', selector: 'h1', action: 'setText', value: 'Flans' }
  expect(await operate('editBlock', block)).toMatchObject({ ok: true })
  // Read by the other user, so that nothing here counts as read but by the edits themselves.
  const content = (await read(grace.call)).replace('Flans', 'Waffles')
  expect(await operate('writeFile', { filename: 'index.html', content })).not.toHaveProperty('warnings')
  expect(await read()).toContain('Waffles')
})

test('a page that one has just made keeps what others put into it', async () => {
  const content = `<main><h1>Hours</h1><p>${'Open daily. '.repeat(9)}</p></main>`
  const made = { 'hours.html': content, 'prices.html': content.replace('Hours', 'Prices') }
  expect(await operate('writeFiles', { files: made })).toMatchObject({ ok: true })
  const { body } = await server.call('GET', `/api/projects/${projectId}/pages`)
  const hours = Value.Parse(Pages, body).pages.at(-2)?.documentId ?? ''
  await operate('insertHtml', { parentId: hours, html: '<aside>Grace was here</aside>' }, grace.call)
  await operate('writeFiles', { files: { 'hours.html': content.replace('Hours', 'Opening hours') } })
  const now = await done(Read, operate('readFile', { file: 'hours.html' }, grace.call))
  expect(now.data.content).toContain('Opening hours')
  expect(now.data.content).toContain('Grace was here')
})

test('a stylesheet that is written whole keeps the rules of others', async () => {
  await operate('applyCss', { css: '.a { top: 0 }\n.b { top: 1px }' })
  const styles = async () => (await done(Read, operate('readFile', { file: 'styles.css' }))).data.content
  const before = await styles()
  await operate('applyCss', { css: '.b { top: 5px }\n.c { top: 2px }' }, grace.call)
  await operate('writeFile', { filename: 'styles.css', content: before.replace('.a { top: 0 }', '.a { top: 9px }') })
  const after = await styles()
  expect(after).toContain('.a { top: 9px }')
  expect(after).toContain('.b { top: 5px }')
  expect(after).toContain('.c { top: 2px }')
})

test('two edits that fail in a row are answered with the way that always works, and nothing twice ends it', async () => {
  const edits = [{ file: 'index.html', replaceOperations: [{ search: 'nothing reads like this', replace: '' }] }]
  await operate('editFiles', { edits })
  expect(await operate('editFiles', { edits })).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('write the whole file with writeFile') },
  })
  expect(await operate('writeFiles', { files: {} })).toMatchObject({ ok: false, error: { code: 'no_files' } })
  expect(await operate('writeFiles', { files: {} })).toMatchObject({ ok: true, data: { success: false, fatal: true } })
})
