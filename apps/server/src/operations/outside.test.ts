import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newSession, startRun } from '../../testing/ai.ts'
import {
  addPage,
  decide,
  ended,
  operate,
  questions,
  scriptedModel,
  titles,
  until,
  useModel,
} from '../../testing/approvals.ts'
import { type HeldHost, heldHost } from '../../testing/heldHost.ts'
import { listen } from '../../testing/listen.ts'
import { png } from '../../testing/media.ts'
import { notes } from '../../testing/notes/scope.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { type FakeWeb, fakeWeb } from '../../testing/web.ts'

const Listed = Type.Object({ data: Type.Object({ notes: Type.Array(Type.String()) }) })

let host: HeldHost
/** Stands in for Google Fonts, and what it was asked. */
let fonts: Awaited<ReturnType<typeof listen>>
let fontsAsked: string[]
let web: FakeWeb
let model: Awaited<ReturnType<typeof scriptedModel>>
let server: TestServer
/** The answer that the held host sends when the test releases it. */
let released: PromiseWithResolvers<void>
beforeEach(async () => {
  host = await heldHost()
  released = Promise.withResolvers()
  web = await fakeWeb(async (request, response) => {
    await released.promise
    const host = request.headers.host ?? ''
    if (request.url?.endsWith('.png')) response.setHeader('content-type', 'image/png').end(png(400, 300))
    else if (host === 'api.pexels.com') response.end(JSON.stringify({ photos: [photo] }))
    else if (host === 'images.pexels.com') response.setHeader('content-type', 'image/png').end(png(1200, 800))
    else if (host === 'api.search.brave.com') response.end(JSON.stringify({ web: { results: [] } }))
    else response.setHeader('content-type', 'text/html').end('<title>About</title><p>We bake')
  })
  model = await scriptedModel([])
  fontsAsked = []
  fonts = await listen({
    async fetch(request: Request) {
      const url = new URL(request.url)
      fontsAsked.push(url.pathname)
      await released.promise
      if (url.pathname !== '/css2') return new Response(Buffer.from(`wOF2${'\0'.repeat(60)}the rest`))
      const weight = url.searchParams.get('family')?.split('@')[1] ?? '400'
      return new Response(
        `/* latin */ @font-face { font-style: normal; font-weight: ${weight}; src: url(${url.origin}/s/${weight}.woff2) format('woff2'); unicode-range: U+0000-00FF }`,
      )
    },
  })
  server = await startTestServer({ ATELIER_FONTS_URL: fonts.url }, { web, scopes: [notes()] })
})
afterEach(async () => {
  released.resolve()
  host.release()
  await server.close()
  await model.close()
  await web.close()
  await host.close()
  await fonts.close()
})
const photo = {
  photographer: 'Ada',
  photographer_url: 'https://www.pexels.com/@ada',
  url: 'https://www.pexels.com/photo/1',
  alt: 'Bread',
  src: { large2x: 'https://images.pexels.com/1.png?large' },
}

const texts = async () => Value.Parse(Listed, (await operate(server, 'toy.listNotes', {})).body).data.notes
const quote = (text: string) => operate(server, 'toy.quoteNote', { to: host.url, text })

describe('what an operation asks of the world', () => {
  test('is requested once, and delays no other call: its document is edited meanwhile', async () => {
    await operate(server, 'toy.addNote', { text: 'before' })
    const quoted = quote('rye')
    await host.arrived(1)
    // These are done while the answer is held.
    for (const text of ['one', 'two'])
      expect((await operate(server, 'toy.addNote', { text })).body).toMatchObject({ ok: true })
    host.release()
    expect((await quoted).body).toMatchObject({ ok: true, data: { answer: 'answer 1' } })
    expect((await texts()).sort()).toEqual(['before', 'one', 'rye: answer 1', 'two'])
    expect(host.received).toHaveLength(1)
  })

  test('may be refused by what others have written meanwhile', async () => {
    const quoted = quote('rye')
    await host.arrived(1)
    await operate(server, 'toy.addNote', { text: 'full' })
    host.release()
    expect((await quoted).body).toMatchObject({ ok: false, error: { code: 'full' } })
    expect(await texts()).toEqual(['full'])
    expect(host.received).toHaveLength(1)
  })

  test.each<[string, object, asked: number]>([
    ['site.fetchUrl', { url: 'https://example.com/about' }, 1],
    ['site.webSearch', { query: 'rye' }, 1],
    ['site.searchImages', { queries: [{ query: 'a loaf of rye bread on a table', count: 1 }] }, 2],
    ['content.upload_media', { url: 'https://example.com/loaf.png' }, 1],
    [
      'site.batch',
      {
        calls: [
          { name: 'addPage', input: { title: 'Made' } },
          { name: 'webSearch', input: { query: 'rye' } },
        ],
      },
      1,
    ],
  ])('of %s is asked once while the site is edited', async (id, input, count) => {
    for (const name of ['brave', 'pexels'])
      await server.call('PUT', `/api/ai/services/${name}`, { apiKey: `${name}-key-0123456789` })
    await operate(server, 'content.init_project', {
      locales: ['en'],
      models: [{ id: 'a', fields: { t: { type: 'string' } } }],
    })
    const called = operate(server, id, input)
    await until(async () => (web.requests.length > 0 ? true : undefined))
    await addPage(server, 'Meanwhile')
    await operate(server, 'site.setStyle', { selector: 'body', declarations: { color: 'red' } })
    released.resolve()
    expect((await called).body).toMatchObject({ ok: true })
    expect(web.requests).toHaveLength(count)
    expect(await titles(server)).toContain('Meanwhile')
  })

  test('of a font is fetched once while the site is edited, and joins what others have installed meanwhile', async () => {
    const install = (weight: string) =>
      operate(server, 'site.set_font_tokens', {
        tokens: [{ name: 'Body', googleFamily: 'Inter', variants: [weight], subsets: ['latin'] }],
      })
    const both = [install('400'), install('700')]
    await until(async () => (fontsAsked.length === 2 ? true : undefined))
    await addPage(server, 'Meanwhile')
    released.resolve()
    for (const { body } of await Promise.all(both))
      expect(body).toMatchObject({ ok: true, data: { tokens: [{ installed: true }] } })
    expect(fontsAsked.sort()).toEqual(['/css2', '/css2', '/s/400.woff2', '/s/700.woff2'])
    // All of it is there, so nothing is fetched again.
    expect((await install('400')).body).toMatchObject({ ok: true })
    expect((await install('700')).body).toMatchObject({ ok: true })
    expect(fontsAsked).toHaveLength(4)
  })

  test('is not asked with input that is invalid, by a role that may not, or in a phase that does not allow it', async () => {
    expect((await operate(server, 'toy.quoteNote', { to: host.url, text: '' })).status).toBe(400)
    const upload = { url: 'https://example.com/loaf.png' }
    expect((await operate(server, 'content.upload_media', upload)).body).toMatchObject({
      error: { code: 'wrong_phase' },
    })
    expect([host.received, web.requests]).toEqual([[], []])
  })

  test('is so wherever an operation has an effect outside, or requests an address; it says what to check', () => {
    const { operations } = server.services.scopes
    const named = (all: typeof operations) => all.map(({ id }) => id)
    const outside = operations.filter(({ effect, address }) => effect === 'external' || address)
    expect(named(outside)).toEqual(expect.arrayContaining(['site.publish', 'generate.planSite', 'site.fetchUrl']))
    expect(named(outside.filter((each) => !each.outside))).toEqual([])
    expect(named(outside.filter(({ effect, verify }) => effect === 'external' && !verify))).toEqual([])
  })

  test('of an earlier call of a batch it cannot be asked', async () => {
    const calls = [
      { name: 'addPage', input: { title: 'Rye' } },
      { name: 'webSearch', input: { query: '$0.pageId' } },
    ]
    expect((await operate(server, 'site.batch', { calls })).body).toMatchObject({ error: { code: 'not_in_batch' } })
    expect(web.requests).toEqual([])
  })
})

describe('by a program, with a key of its own', () => {
  const send = (text: string, key = 'order-4711') =>
    operate(server, 'toy.sendNote', { to: host.url, text }, { key }).then(({ body }) => body)

  test('a call is sent once; while its answer is awaited, another delivery of it gets that answer', async () => {
    const first = send('rye')
    await host.arrived(1)
    expect(await send('rye')).toMatchObject({ error: { code: 'unknown_outcome' } })
    host.release()
    expect(await first).toMatchObject({ ok: true, data: { answer: 'answer 1' } })
    expect(await send('rye')).toMatchObject({ ok: true, data: { answer: 'answer 1' } })
    expect([await texts(), host.received.length]).toEqual([['rye: answer 1'], 1])
  })

  test('another call with the same key is another, and one without a key is made each time', async () => {
    host.release()
    await send('rye')
    await send('spelt')
    expect(await send('rye', 'order-4712')).toMatchObject({ ok: true })
    await operate(server, 'toy.sendNote', { to: host.url, text: 'rye' })
    expect(host.received.map(({ text }) => text)).toEqual(['rye', 'spelt', 'rye', 'rye'])
  })

  test('a call that asks nothing outside is made once too', async () => {
    const add = () => operate(server, 'toy.addNote', { text: 'once' }, { key: 'note-0001' })
    const [one, two] = [await add(), await add()]
    expect(two.body).toMatchObject({ data: Value.Parse(Type.Object({ data: Type.Unknown() }), one.body).data ?? {} })
    expect(await texts()).toEqual(['once'])
  })
})

describe('in a run', () => {
  const begin = async (name: string, text: string) => {
    await useModel(server, model.url)
    model.add([['call_operation', { name: `toy.${name}`, input: { to: host.url, text } }]])
    const session = await newSession(server, { scope: 'toy' })
    const runId = await startRun(server, session, `Tell ${host.url}`)
    return { session, runId }
  }
  const approve = async (session: string) => {
    const [question] = await questions(server, session)
    await decide(server, session, question?.toolCallId ?? '', {
      decision: 'approve',
      revision: question?.documentRevision,
    })
  }
  const calls = async (session: string) =>
    (await ended(server, session)).messages.filter(({ role }) => role === 'tool_call' || role === 'tool_result')

  test('a person is asked before anything is sent, and not again when the documents move meanwhile', async () => {
    const { session } = await begin('sendNote', 'rye')
    await questions(server, session)
    expect(host.received).toEqual([])
    await approve(session)
    await host.arrived(1)
    await operate(server, 'toy.addNote', { text: 'Meanwhile' })
    host.release()
    expect(await calls(session)).toMatchObject([
      { status: 'complete', sentAt: expect.any(Number) },
      { toolResult: { ok: true, data: { answer: 'answer 1' } } },
    ])
    expect((await texts()).sort()).toEqual(['Meanwhile', 'rye: answer 1'])
    expect(host.received).toHaveLength(1)
  })

  test('a stop ends the request; whether it had an effect is unknown, and both callers learn that', async () => {
    const { session, runId } = await begin('sendNote', 'rye')
    await approve(session)
    await host.arrived(1)
    await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/abort`)
    expect(await calls(session)).toMatchObject([
      { status: 'error', sentAt: expect.any(Number) },
      { toolResult: { error: { code: 'unknown_outcome', hint: expect.stringContaining('The address shows') } } },
    ])
    await expect.poll(host.givenUp).toBe(1)
    expect(await texts()).toEqual([])
  })

  test('a stop ends a request that has no effect outside, and nothing is known of it', async () => {
    const { session, runId } = await begin('quoteNote', 'rye')
    await host.arrived(1)
    await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/abort`)
    expect(await calls(session)).toMatchObject([{ status: 'aborted' }, { toolResult: { error: { code: 'aborted' } } }])
    await expect.poll(host.givenUp).toBe(1)
    expect(await texts()).toEqual([])
  })

  test('a call that a person is asked about behind a waiting one is not executed', async () => {
    await useModel(server, model.url)
    const quote = ['call_operation', { name: 'toy.sendNote', input: { to: host.url, text: 'rye' } }] as const
    model.add([['deleteNotes', {}], [...quote]])
    const session = await newSession(server, { scope: 'toy' })
    await startRun(server, session, 'Clear and tell')
    expect((await questions(server, session, 2)).map(({ operation }) => operation)).toEqual([
      'toy.deleteNotes',
      'toy.sendNote',
    ])
    expect(host.received).toEqual([])
  })

  test('nor is one that may ask and does not have to, before its turn', async () => {
    await useModel(server, model.url)
    // Drawings cost nothing, so there is no question about them.
    model.add([
      ['deletePage', { pageId: await addPage(server, 'Old') }],
      ['searchImages', { queries: [{ query: 'a loaf of rye bread on a table', count: 1 }] }],
    ])
    const session = await newSession(server)
    await startRun(server, session, 'Clear and draw')
    const [question] = await questions(server, session)
    const media = async () => JSON.stringify((await operate(server, 'site.list_media', {})).body)
    expect(await media()).not.toContain('loaf')
    await decide(server, session, question?.toolCallId ?? '', { decision: 'deny' })
    await ended(server, session)
    expect(await media()).toContain('loaf')
  })
})
