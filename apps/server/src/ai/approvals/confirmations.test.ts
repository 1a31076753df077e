import fc from 'fast-check'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { addPage, operate, serverWithModel, titles } from '../../../testing/approvals.ts'
import { newProject } from '../../../testing/people.ts'
import type { ProposedCall } from '../../operations/authorize.ts'
import { callHash, stableJson } from './binding.ts'
import { createConfirmations } from './confirmations.ts'

let opened: Awaited<ReturnType<typeof serverWithModel>>
let server: typeof opened.server
let model: typeof opened.model
beforeAll(async () => {
  opened = await serverWithModel()
  ;({ server, model } = opened)
})
afterAll(() => opened.close())

describe('what a decision is bound to', () => {
  const words = { message: 'Delete it.', target: 'it', documentIds: [] }
  test('does not depend on the order of fields, and on everything else', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        const turned = Object.fromEntries(Object.entries(input).reverse())
        expect(stableJson(turned)).toBe(stableJson(input))
        expect(JSON.parse(stableJson(input))).toEqual(JSON.parse(JSON.stringify(input)))
      }),
    )
    const hash = callHash('site.deletePage', { pageId: 'a' }, words)
    expect(callHash('site.deletePage', { pageId: 'b' }, words)).not.toBe(hash)
    expect(callHash('site.deleteNode', { pageId: 'a' }, words)).not.toBe(hash)
    expect(callHash('site.deletePage', { pageId: 'a' }, { ...words, message: 'Delete all.' })).not.toBe(hash)
  })
})

describe('a token', () => {
  const asked: ProposedCall = {
    consequence: { message: 'Delete it.', target: 'it', documentIds: ['d'] },
    revision: 'd:1',
  }
  const call = { userId: 'u', projectId: 'p', operation: 'site.deletePage', input: { pageId: 'd' } }
  const given = async (now = () => 1000, of: Parameters<ReturnType<typeof createConfirmations>['ask']>[0] = call) => {
    const { database } = server.services
    const confirmations = createConfirmations({ database, now, lastsMs: 1000 })
    const { confirmation, row } = confirmations.ask(of, asked)
    await server.services.streams.commit({ rows: [row] })
    return { confirmations, token: confirmation.token }
  }

  test('counts once, for its own caller, call and state', async () => {
    const { confirmations, token } = await given()
    const { take } = confirmations
    expect(await take('atc_wrong', call, asked)).toEqual({ ok: false, fault: 'unknown' })
    expect(await take(token, { ...call, userId: 'other' }, asked)).toEqual({ ok: false, fault: 'unknown' })
    expect(await take(token, { ...call, projectId: 'other' }, asked)).toEqual({ ok: false, fault: 'otherCall' })
    expect(await take(token, { ...call, operation: 'site.deleteNode' }, asked)).toEqual({
      ok: false,
      fault: 'otherCall',
    })
    expect(await take(token, { ...call, input: { pageId: 'e' } }, asked)).toEqual({ ok: false, fault: 'otherCall' })
    expect(await take(token, call, { ...asked, revision: 'd:2' })).toEqual({ ok: false, fault: 'movedOn' })
    const taken = await Promise.all([take(token, call, asked), take(token, call, asked)])
    const commits = await Promise.all(
      taken.map(async (each) => each.ok && (await server.services.streams.commit({ expect: [each.expect] })).ok),
    )
    expect(commits.sort()).toEqual([false, true])
    expect(await take(token, call, asked)).toEqual({ ok: false, fault: 'used' })
  })
  test('expires', async () => {
    let now = 1000
    const { confirmations, token } = await given(() => now)
    now = 2000
    expect(await confirmations.take(token, call, asked)).toEqual({ ok: false, fault: 'expired' })
  })
  test('of a conversation counts only in a later run of that conversation', async () => {
    const inRun = (id: string, runId: string) => ({ ...call, session: { id, runId } })
    const { confirmations, token } = await given(() => 1000, inRun('s', 'r1'))
    expect(await confirmations.take(token, inRun('s', 'r1'), asked)).toEqual({ ok: false, fault: 'early' })
    expect(await confirmations.take(token, inRun('t', 'r2'), asked)).toEqual({ ok: false, fault: 'foreign' })
    expect(await confirmations.take(token, call, asked)).toEqual({ ok: false, fault: 'foreign' })
    expect(await confirmations.take(token, inRun('s', 'r2'), asked)).toMatchObject({ ok: true })
  })
})

describe('the plain chat', () => {
  const Line = Type.Object({
    type: Type.String(),
    conversationId: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
    ok: Type.Optional(Type.Boolean()),
    requiresConfirmation: Type.Optional(
      Type.Object({ token: Type.String(), message: Type.String(), target: Type.String() }),
    ),
  })
  const chat = async (body: object) => {
    const { id: projectId } = await firstProject(server)
    const answer = await server.request('/api/ai/chat/site', {
      method: 'POST',
      body: JSON.stringify({ projectId, prompt: 'Go on', ...body }),
      headers: { cookie: server.cookie },
    })
    const lines = (await answer.text()).trim().split('\n')
    return Value.Parse(
      Type.Array(Line),
      lines.map((line) => JSON.parse(line)),
    )
  }
  const resultOf = (lines: Awaited<ReturnType<typeof chat>>) => lines.find(({ type }) => type === 'toolResult')

  test('answers with a token that counts after the next message, and not before', async () => {
    const pageId = await addPage(server, 'Chatty')
    model.add([['deletePage', { pageId }]], 'May I?')
    const first = await chat({ prompt: 'Delete it' })
    const { conversationId } = first[0] ?? {}
    const confirmation = resultOf(first)?.requiresConfirmation
    expect(confirmation).toMatchObject({ target: 'Chatty (/chatty)', message: expect.stringContaining('“Chatty”') })
    const token = confirmation?.token ?? ''
    // The model reads the token and how to use it; its tool accepts the token.
    expect(model.bodies.at(-1)).toContain(token)
    expect(model.bodies.at(-1)).toContain('"confirmationToken":{')
    expect(await titles(server)).toContain('Chatty')

    model.add([['deletePage', { pageId, confirmationToken: token }]])
    const second = await chat({ conversationId, prompt: 'Yes' })
    expect(resultOf(second)).toMatchObject({ ok: true })
    expect(await titles(server)).not.toContain('Chatty')
  })

  test('continues no conversation of another project, or of another scope', async () => {
    const [first] = await chat({ prompt: 'Hello' })
    const { conversationId } = first ?? {}
    const asked = { conversationId, prompt: 'Go on' }
    const scope = await server.call('POST', '/api/ai/chat/content', asked)
    expect([scope.status, scope.body]).toMatchObject([409, { error: { code: 'other_conversation' } }])
    const projectId = await newProject(server, 'Another')
    const project = await server.call('POST', '/api/ai/chat/site', { ...asked, projectId })
    expect([project.status, project.body]).toMatchObject([409, { error: { code: 'other_conversation' } }])
    const cli = await server.call('POST', '/api/ai/chat/site', { ...asked, via: 'studio' })
    expect(cli.status).toBe(400)
  })

  test('does not let a model confirm for itself', async () => {
    const pageId = await addPage(server, 'Hasty')
    const lastToken = (read: string) => read.match(/atc_[\w-]+/g)?.at(-1)
    model.add([['deletePage', { pageId }]], (read) => [['deletePage', { pageId, confirmationToken: lastToken(read) }]])
    const first = await chat({ prompt: 'Delete it' })
    const { conversationId } = first[0] ?? {}
    const [asked, early] = first.filter(({ type }) => type === 'toolResult')
    expect(early).toMatchObject({ ok: false, error: expect.stringContaining('not answered yet') })
    expect(early?.requiresConfirmation).toBeUndefined()
    const fresh = asked?.requiresConfirmation?.token ?? ''
    const other = await addPage(server, 'Other')
    model.add([['deletePage', { pageId: other, confirmationToken: fresh }]])
    const wrong = await chat({ conversationId, prompt: 'Yes' })
    expect(resultOf(wrong)).toMatchObject({
      ok: false,
      requiresConfirmation: { message: expect.stringContaining('for something else'), target: 'Other (/other)' },
    })
    expect(await titles(server)).toEqual(expect.arrayContaining(['Hasty', 'Other']))
  })

  test('takes the tokens that a program passes on, while nothing has changed', async () => {
    const pageId = await addPage(server, 'Passed')
    model.add([['deletePage', { pageId }]])
    const first = await chat({ prompt: 'Delete it' })
    const { conversationId } = first[0] ?? {}
    const token = resultOf(first)?.requiresConfirmation?.token ?? ''
    await operate(server, 'site.insertHtml', { parentId: pageId, html: '<p>New</p>' }, { documentId: pageId })
    model.add([['deletePage', { pageId }]])
    const moved = await chat({ conversationId, prompt: 'Yes', confirmations: [token] })
    const next = resultOf(moved)?.requiresConfirmation?.token ?? ''
    expect(await titles(server)).toContain('Passed')
    model.add([['deletePage', { pageId }]])
    expect(resultOf(await chat({ conversationId, prompt: 'Yes', confirmations: [token, next] }))).toMatchObject({
      ok: true,
    })
    expect(await titles(server)).not.toContain('Passed')
  })
})
