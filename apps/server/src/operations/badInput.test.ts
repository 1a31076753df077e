import { siteOperations } from '@atelier/site'
import { nothingWrong, wrongInputs, wrongInputsNeed } from '@atelier/site/testing/badInput'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { maxBodyBytes } from '../http/input.ts'

const Made = Type.Object({ id: Type.String() })
const Project = Type.Object({ siteDocumentId: Type.String() })
const Pages = Type.Object({ pages: Type.Array(Type.Object({ documentId: Type.String(), rootNodeId: Type.String() })) })
const Read = Type.Object({ data: Type.Object({ html: Type.String() }) })
const Fault = Type.Object({
  code: Type.String(),
  message: Type.String({ minLength: 10, maxLength: 600 }),
  path: Type.Optional(Type.String()),
  hint: Type.Optional(Type.String()),
  expected: Type.Optional(Type.String()),
})

let server: TestServer
let projectId = ''
/** The site's document and its only page's. */
let documentIds: string[] = []
/** The values of the names with `$` in the table. */
const ids = new Map<string, string>()

const operate = (name: string, input: unknown) =>
  server.call('POST', `/api/projects/${projectId}/operations/${name}`, { input })

beforeAll(async () => {
  server = await startTestServer()
  const made = await server.call('POST', '/api/projects', { name: 'Wrong', starter: 'blank' })
  projectId = Value.Parse(Made, made.body).id
  const { siteDocumentId } = Value.Parse(Project, (await server.call('GET', `/api/projects/${projectId}`)).body)
  const { pages } = Value.Parse(Pages, (await server.call('GET', `/api/projects/${projectId}/pages`)).body)
  const [page] = pages
  if (!page || pages.length > 1) throw new TypeError('A blank project has one page')
  documentIds = [siteDocumentId, page.documentId]
  const html = wrongInputsNeed.page
  expect(await operate('replaceNodeHtml', { nodeId: page.rootNodeId, html })).toMatchObject({ body: { ok: true } })
  expect(await operate('applyCss', { css: wrongInputsNeed.css })).toMatchObject({ body: { ok: true } })
  expect(await operate('write_code_asset', wrongInputsNeed.asset)).toMatchObject({ body: { ok: true } })
  const { data } = Value.Parse(Read, (await operate('read_document', {})).body)
  for (const [, tag = '', id = ''] of data.html.matchAll(/<(\w+)[^>]*? uid="(\w+)"/g)) ids.set(`$${tag}`, id)
  ids.set('$root', page.rootNodeId)
  ids.set('$page', page.documentId)
})
afterAll(() => server.close())

/** As little of a document as changes if it does: its head. */
async function heads(): Promise<number[]> {
  const live = await Promise.all(documentIds.map((id) => server.services.documents.open(id)))
  return live.map((each) => each?.head ?? -1)
}

const filled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each: unknown) => (typeof each === 'string' ? (ids.get(each) ?? each) : each))

/** The error that an answer reports; if there is no useful one, the answer itself, for the failure's message. */
function fault({ status, body }: { status: number; body: unknown }): unknown {
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const known = Value.Check(Fault, error) && error.code !== 'internal'
  const helps = known && (error.path ?? error.hint ?? error.expected) !== undefined
  const refused = status === 200 ? 'ok' in Object(body) && Object(body).ok === false : status >= 400 && status < 500
  return helps && refused ? 'refused, and why' : { status, body }
}

const taking = siteOperations.filter(({ name }) => wrongInputs[name] !== undefined)

describe('what means nothing here', () => {
  test.each(taking.map(({ name }) => name))('%s says what to try, and no document changes', async (name) => {
    const before = await heads()
    for (const wrong of wrongInputs[name] ?? []) {
      const shown = JSON.stringify(wrong).slice(0, 120)
      expect.soft(fault(await operate(name, filled(wrong))), shown).toBe('refused, and why')
    }
    expect(await heads()).toEqual(before)
  })
})

test('what is of another type is 400 and says where, for every operation', async () => {
  const before = await heads()
  for (const { id } of siteOperations) {
    for (const wrong of ['x', 7, [], { surely_not_a_field: 1 }]) {
      const answer = await operate(id, wrong)
      expect.soft([id, answer.status, fault(answer)], JSON.stringify(wrong)).toEqual([id, 400, 'refused, and why'])
    }
  }
  expect(await heads()).toEqual(before)
})

test('10 MB of HTML are refused with the limit named, as a body and as what an operation takes', async () => {
  const before = await heads()
  const large = await operate('insertHtml', { parentId: ids.get('$root'), html: 'x'.repeat(10 * 1024 * 1024) })
  expect(large).toMatchObject({ status: 413, body: { error: { code: 'too_large' } } })
  expect(JSON.stringify(large.body)).toContain(String(maxBodyBytes / 1024 / 1024))
  const smaller = await operate('insertHtml', { parentId: ids.get('$root'), html: 'x'.repeat(2_000_000) })
  expect(smaller).toMatchObject({ status: 200, body: { ok: false, error: { code: 'too_large', path: '/html' } } })
  expect(JSON.stringify(smaller.body)).toContain('1000000')
  expect(await heads()).toEqual(before)
})

test('an operation, a project and a page that there is not are 404', async () => {
  const missing = [
    [`/api/projects/${projectId}/operations/site.none`, { input: {} }],
    ['/api/projects/none/operations/insertHtml', { input: { parentId: 'x', html: 'x' } }],
    [`/api/projects/${projectId}/operations/read_document`, { input: {}, documentId: 'none' }],
  ] as const
  for (const [path, body] of missing) {
    expect(await server.call('POST', path, body)).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  }
})

test('the table has a row for each operation that takes something', () => {
  const without = siteOperations.filter(({ id, name, input }) => {
    const takes = 'properties' in input && Object.keys(input.properties ?? {}).length > 0
    return id.startsWith('site.') && takes && !wrongInputs[name] && !nothingWrong.has(name)
  })
  expect(without.map(({ id }) => id)).toEqual([])
})
