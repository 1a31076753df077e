// @vitest-environment happy-dom
import type { RunRecord } from '@atelier/agent'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyTranscript, type Transcript } from './transcript/transcript.ts'
import { type Runs, type RunsOptions, type TurnRun, useRuns } from './useRuns.ts'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)

interface Asked {
  path: string
  body: Record<string, unknown>
  answer(status: number, body: object): Promise<void>
}

let asked: Asked[]
let unmount: () => Promise<void>
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, { body = '{}' }: { body?: string } = {}) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    asked.push({
      path,
      body: JSON.parse(body),
      answer: async (status, value) => {
        await act(async () => resolve(new Response(JSON.stringify(value), { status })))
      },
    })
    return promise
  })
})
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

const activeRun: RunRecord = {
  id: 'at-work',
  status: 'running',
  scope: 'site',
  userMessageId: 'u',
  assistantMessageId: 'a',
  provider: 'rehearsal',
  model: 'm',
  startedAt: 1,
}
const live: Transcript = { ...emptyTranscript, status: 'live' }
const busy: Transcript = { ...live, activeRun }
/** The chat at rest, with this run in it. */
const withTurn = (runId: string): Transcript => ({
  ...live,
  turns: [{ runId, prompt: 'Hello', pictures: [], run: undefined, items: [] }],
})

let runs: Runs | undefined
function Probe(options: RunsOptions) {
  runs = useRuns(options)
  return null
}

/** The hook in a component of its own; `show` passes it other options. */
async function mount(first: Partial<RunsOptions> = {}) {
  let options: RunsOptions = {
    projectId: 'project',
    scope: 'site',
    sessionId: 'chat',
    transcript: live,
    staged: undefined,
    storePick: async () => ({ ok: true, value: undefined }),
    thinking: undefined,
    context: () => ({ documentId: 'home' }),
    images: () => [],
    find: async () => 'chat',
    onSession: () => undefined,
    ...first,
  }
  const queries = new QueryClient()
  const root = createRoot(document.createElement('div'))
  const show = async (next: Partial<RunsOptions> = {}) => {
    options = { ...options, ...next }
    await act(async () =>
      root.render(createElement(QueryClientProvider, { client: queries }, createElement(Probe, options))),
    )
  }
  unmount = () => act(async () => root.unmount())
  await show()
  const now = (): Runs => {
    if (!runs) throw new Error('Nothing was rendered')
    return runs
  }
  /** Sends, and returns the request and a way to know whether it was accepted. */
  const send = async (...message: Parameters<Runs['send']>) => {
    let taken: Promise<boolean> = Promise.resolve(false)
    await act(async () => {
      taken = now().send(...message)
    })
    return { taken, request: asked.at(-1) }
  }
  return { now, show, send }
}

const error = (status: number, code = 'no') => [status, { error: { code, message: 'No.' } }] as const
const runIdOf = (request: Asked | undefined) => `${request?.body.runId}`

test('the first message of a chat that rests is pending until it comes back on the stream', async () => {
  const { now, show, send } = await mount()
  const { taken, request } = await send('Hello')
  expect(request?.path).toBe('/api/ai/sessions/chat/runs')
  expect(request?.body).toMatchObject({ prompt: 'Hello', context: { documentId: 'home' } })
  expect(request?.body).not.toHaveProperty('whenBusy')
  expect(now()).toMatchObject({ running: true, pending: { prompt: 'Hello', runId: runIdOf(request) }, sending: [] })
  await request?.answer(202, { runId: runIdOf(request) })
  expect(await taken).toBe(true)
  expect(now().pending).toBeDefined()
  await show({ transcript: withTurn(runIdOf(request)) })
  expect(now()).toMatchObject({ pending: undefined, running: false })
})

test('a message beside a run at work waits, and is shown until the session knows of it', async () => {
  const { now, show, send } = await mount({ transcript: busy })
  const { taken, request } = await send('And more', { delivery: 'followUp' })
  expect(request?.body).toMatchObject({ whenBusy: 'followUp' })
  expect(now().pending).toBeUndefined()
  expect(now().sending).toEqual([{ runId: runIdOf(request), text: 'And more', pictures: 0, delivery: 'followUp' }])
  await show({ transcript: { ...busy, knows: (runId) => runId === runIdOf(request) } })
  expect(now().sending).toEqual([])
  await request?.answer(202, { runId: runIdOf(request), delivery: 'followUp' })
  expect(await taken).toBe(true)
  expect(now()).toMatchObject({ sending: [], pending: undefined })
})

test('a message that waits joins the run unless it is sent otherwise', async () => {
  const { send } = await mount({ transcript: busy })
  expect((await send('More')).request?.body).toMatchObject({ whenBusy: 'steer' })
})

test('a message that is not known to have arrived keeps the next one waiting', async () => {
  const { now, send } = await mount()
  await send('First')
  const { request } = await send('Second')
  expect(request?.body).toMatchObject({ prompt: 'Second', whenBusy: 'steer' })
  expect(now()).toMatchObject({ pending: { prompt: 'First' }, sending: [{ text: 'Second' }] })
})

test('a message for later waits, also while nothing is at work', async () => {
  const { now, send } = await mount()
  const { request } = await send('Later', { startAt: 123 })
  expect(request?.body).toMatchObject({ startAt: 123 })
  expect(now().sending).toMatchObject([{ text: 'Later', startAt: 123 }])
  expect(now()).toMatchObject({ pending: undefined, running: false })
})

test('a message joins whatever is at work while that is not known', async () => {
  const { now, send } = await mount({ transcript: emptyTranscript })
  const { request } = await send('Hello')
  expect(request?.body).toMatchObject({ whenBusy: 'steer' })
  expect(now().pending).toBeDefined()
  await request?.answer(202, { runId: runIdOf(request), delivery: 'steer' })
  expect(now()).toMatchObject({ pending: undefined, running: false })
})

test('the server may name the run itself', async () => {
  const { now, send } = await mount()
  const { request } = await send('Hello')
  await request?.answer(202, { runId: 'named-there' })
  expect(now().pending).toMatchObject({ runId: 'named-there', prompt: 'Hello' })
})

test('a message that is refused is neither pending nor waiting, and the reason is there until it is dismissed', async () => {
  const { now, show, send } = await mount()
  const first = await send('Hello')
  await first.request?.answer(...error(400))
  expect(await first.taken).toBe(false)
  expect(now()).toMatchObject({ pending: undefined, running: false, refusal: { status: 400, message: 'No.' } })
  await act(async () => now().dismiss())
  expect(now().refusal).toBeUndefined()
  await show({ transcript: busy })
  const second = await send('More')
  await second.request?.answer(...error(409))
  expect(await second.taken).toBe(false)
  expect(now()).toMatchObject({ sending: [], refusal: { status: 409 } })
})

test('a new chat is made with its first message, and the model that was chosen for it', async () => {
  const made: string[] = []
  const { send } = await mount({
    sessionId: undefined,
    find: async () => undefined,
    staged: { credentialId: 'c', modelId: 'm' },
    thinking: 'high',
    onSession: (id) => made.push(id),
  })
  const { request } = await send('Hello')
  expect(request).toMatchObject({
    path: '/api/ai/sessions',
    body: {
      projectId: 'project',
      scope: 'site',
      documentId: 'home',
      credentialId: 'c',
      modelId: 'm',
      thinking: 'high',
    },
  })
  await request?.answer(201, { id: 'new-chat' })
  expect(made).toEqual(['new-chat'])
  expect(asked.at(-1)?.path).toBe('/api/ai/sessions/new-chat/runs')
})

test('a chat that began elsewhere gets the model that was picked here before the message', async () => {
  const asked: string[] = []
  const { now, send } = await mount({
    storePick: async (sessionId) => {
      asked.push(sessionId)
      return { ok: false, error: { status: 400, code: 'invalid_input', message: 'There is no such credential.' } }
    },
  })
  const { taken } = await send('Hello')
  expect(await taken).toBe(false)
  expect(asked).toEqual(['chat'])
  expect(now().refusal?.message).toBe('There is no such credential.')
})

test('a chat that cannot be found out about or made keeps the message with its sender', async () => {
  const { now, show, send } = await mount({ find: () => Promise.reject(new Error('Gone.')) })
  expect(await (await send('Hello')).taken).toBe(false)
  expect(now()).toMatchObject({ pending: undefined, refusal: { message: 'Gone.' } })
  expect(asked).toEqual([])
  await show({ sessionId: undefined, find: async () => undefined })
  const { taken, request } = await send('Hello')
  await request?.answer(...error(403))
  expect(await taken).toBe(false)
  expect(asked).toHaveLength(1)
})

test('a run that was asked for here is handed on once it has ended and changed something', async () => {
  const changed: TurnRun[] = []
  const { show, send } = await mount({ onChanged: (turn) => changed.push(turn) })
  const { request } = await send('Hello')
  const runId = runIdOf(request)
  await request?.answer(202, { runId })
  const turn = (id: string, run: RunRecord) => ({ runId: id, prompt: 'Hello', pictures: [], run, items: [] })
  const ended = (id: string): RunRecord => ({
    ...activeRun,
    id,
    status: 'complete',
    endedAt: 2,
    rounds: 1,
    changeSetId: id,
  })
  await show({ transcript: { ...live, turns: [turn(runId, { ...activeRun, id: runId, changeSetId: runId })] } })
  expect(changed).toEqual([])
  await show({ transcript: { ...live, turns: [turn('elsewhere', ended('elsewhere')), turn(runId, ended(runId))] } })
  await show({ transcript: { ...live, turns: [turn(runId, ended(runId))] } })
  expect(changed).toHaveLength(1)
  void changed[0]?.('undo')
  expect(asked.at(-1)?.path).toBe(`/api/ai/sessions/chat/runs/${runId}/undo`)
})

test('Stop that is pressed while the message is on its way stops the run once it is known', async () => {
  const { now, show, send } = await mount()
  const { request } = await send('Hello')
  await act(async () => now().stop())
  expect(now().stopping).toBe(true)
  expect(asked).toHaveLength(1)
  await show({ transcript: { ...busy, activeRun: { ...activeRun, id: runIdOf(request) } } })
  expect(asked.at(-1)?.path).toBe(`/api/ai/sessions/chat/runs/${runIdOf(request)}/abort`)
  await asked.at(-1)?.answer(202, { runId: runIdOf(request), stopping: true })
  expect(now().stopping).toBe(true)
  await show({ transcript: withTurn(runIdOf(request)) })
  expect(now().stopping).toBe(false)
})

test.each([
  [404, undefined, true],
  [409, undefined, true],
  [500, 500, false],
])('a stop that is answered with %i', async (status, refusal, stopping) => {
  const { now } = await mount({ transcript: busy })
  await act(async () => now().stop())
  await asked.at(-1)?.answer(...error(status))
  expect([now().refusal?.status, now().stopping]).toEqual([refusal, stopping])
})
