import { rmSync } from 'node:fs'
import { encodeRecords, messageInserted, runInserted, type SessionRecord, sessionStream } from '@atelier/agent'
import { createStreamStore } from '@atelier/streams'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { openDatabase } from '../apps/server/src/database/open.ts'
import { type Api, firstProject, signIn } from '../e2e/support/api.ts'
import { launch } from '../e2e/support/browser.ts'
import { openEditor } from '../e2e/support/editor.ts'
import { startStudio } from '../e2e/support/studio.ts'
import { temporaryFolder } from '../e2e/support/temporaryFolder.ts'
import { anthropicBody } from '../packages/agent/testing/recordings.ts'
import { type Recording, startReplay } from '../packages/agent/testing/replay.ts'
import { median } from './support/measured.ts'
import { type Asked, judge, round2 } from './support/verdict.ts'

/** Chats by their messages. */
const SIZES = [0, 300, 2_000] as const
type Size = (typeof SIZES)[number]

/** Keys in a batch: one takes too little to be measured by itself. */
const KEYS = 60
const ROUNDS = 3
const STREAMED_MS = 6_000
const STREAM_ROUNDS = 3
/** How long a page rests before it is measured, so that what it puts off is done. */
const RESTS_MS = 2_500
const PACKETS_PER_SECOND = 30

const ANSWER = `The **heading** says what the page is about now:

- it names the mill and the river
- the second line is shorter, and set in \`ink\`

Look at it at 390 px too: the line breaks before the last word, which reads better there.`

/**
 * Chats of 0, 300 and 2,000 messages in Chromium, the last 30 runs of which were had: a third of them changed the site. Script is the page's own CPU
 * time by `Performance.getMetrics`, side by side with an empty chat in the same run.
 *
 * - `keyMs`: script of one key in the composer, of batches of 60, the median of three.
 * - `streamMs`: script of six seconds in which an answer is written at 30 packets a second, the median of three.
 * - `elements`: in the conversation, the most of what is shown at its end and while all of it is scrolled through.
 * - `requests`: of the chat, over HTTP and sockets, until it is shown.
 * - `reloadKb`: what of the chat is read, unpacked, when the page is loaded anew in the middle of an answer.
 * - `movedPx`: how far what is in sight moves while earlier messages are loaded above it.
 */
export async function run(): Promise<object> {
  const dataDir = temporaryFolder('atelier-chat-')
  const env = { ATELIER_LOG: 'silent' }
  let studio = await startStudio({ dataDir, env })
  const provider = await startReplay(({ path, body }) => (path.includes('/messages') ? answerTo(body) : models))
  const browser = await launch()
  try {
    let api = await signIn(studio)
    const { id: projectId } = await firstProject(api)
    await useModel(api, provider.url)
    const begin = async (): Promise<string> =>
      (await api.post<{ id: string }>('/api/ai/sessions', { projectId, scope: 'site' })).id
    const chats: Record<Size, string> = { 0: await begin(), 300: await begin(), 2000: await begin() }
    await studio.stop()
    for (const size of [300, 2_000] as const) await writeRuns(dataDir, chats[size], (size - REAL_MESSAGES) / 2)
    studio = await startStudio({ dataDir, env, ports: studio.ports })
    api = await signIn(studio)
    for (const size of [300, 2_000] as const) await haveRuns(api, chats[size])
    say('the chats are written')
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const first = await openEditor(context, studio)
    const address = new URL(first.url())
    await first.close()
    const open = (chat: string, isEmpty = false) => openChat(context, address, chat, isEmpty)

    const figures: Record<string, Record<string, number>> = {}
    const tabs: Record<Size, Tab> = {
      0: await open(chats[0], true),
      300: await open(chats[300]),
      2000: await open(chats[2000]),
    }
    for (const size of SIZES) {
      figures[size] = { requests: tabs[size].requests.length, elements: await elements(tabs[size].page) }
      say(tabs[size].requests.join(', '))
    }
    const keys: Record<Size, number[]> = { 0: [], 300: [], 2000: [] }
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const size of SIZES) {
        const ms = await keyMs(tabs[size])
        say(`a key at ${size}: ${round2(ms)} ms`)
        if (round >= 0) keys[size].push(ms)
      }
    }
    say(JSON.stringify(figures))
    for (const size of SIZES) figures[size] = { ...figures[size], keyMs: round2(median(keys[size])) }
    for (const size of SIZES) await tabs[size].page.close()

    const streams: Record<Size, number[]> = { 0: [], 300: [], 2000: [] }
    for (let round = 0; round < STREAM_ROUNDS; round += 1) {
      for (const size of SIZES) {
        const tab = size === 0 ? await open(await begin(), true) : await open(chats[size])
        const ms = await streamMs(tab)
        say(`an answer at ${size}: ${round2(ms)} ms`)
        streams[size].push(ms)
        await tab.page.close()
      }
    }
    for (const size of SIZES) figures[size] = { ...figures[size], streamMs: Math.round(median(streams[size])) }

    for (const size of [300, 2_000] as const) {
      const reloadKb = await reload(context, address, chats[size])
      const tab = await open(chats[size])
      const { movedPx, most } = await scrollThrough(tab.page)
      figures[size] = {
        ...figures[size],
        reloadKb: round2(reloadKb),
        movedPx: round2(movedPx),
        elements: Math.max(most, figures[size]?.elements ?? 0),
      }
      await tab.page.close()
    }
    return { ...figures, ...judge(askedOf(figures)) }
  } finally {
    await browser.close()
    await studio.stop()
    await provider.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function askedOf(figures: Record<string, Record<string, number>>): Record<string, Asked> {
  const asked: Record<string, Asked> = {}
  const of = (size: Size, name: string) => figures[size]?.[name] ?? Number.NaN
  for (const size of [300, 2_000] as const) {
    const times = (name: string) => round2(of(size, name) / of(0, name))
    asked[`a key at ${size}`] = { value: times('keyMs'), unit: '× an empty chat', most: 2 }
    asked[`six seconds of an answer at ${size}`] = { value: times('streamMs'), unit: '× an empty chat', most: 1.5 }
    asked[`elements at ${size}`] = { value: of(size, 'elements'), unit: 'elements', most: 1_500 }
    asked[`requests to open at ${size}`] = { value: of(size, 'requests'), unit: 'requests', most: 3 }
    asked[`read on a reload at ${size}`] = { value: of(size, 'reloadKb'), unit: 'kB', most: 200 }
    asked[`moved while loading at ${size}`] = { value: of(size, 'movedPx'), unit: 'px', most: 2 }
  }
  return asked
}

const models: Recording = {
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ data: [{ type: 'model', id: 'claude-test', display_name: 'Claude Test' }] }),
}

/** A call where the last message asks for one, a long answer where it asks for that, else a short one. */
function answerTo(body: unknown): Recording {
  const text = JSON.stringify(lastMessage(body))
  if (text.includes('tool_result')) return { body: anthropicBody([{ type: 'text', text: ANSWER }]) }
  const color = /Recolour it (\d+)/.exec(text)?.[1]
  if (color !== undefined) {
    const lightValue = `#${(Number(color) * 4_513 + 1_000_000).toString(16).slice(-6).padStart(6, '0')}`
    const input = { name: 'set_color_tokens', input: { tokens: [{ slug: 'bench', lightValue }] } }
    const call = {
      type: 'tool_use' as const,
      id: `toolu_${color}`,
      name: 'call_operation',
      json: JSON.stringify(input),
    }
    return { body: anthropicBody([call], 'tool_use') }
  }
  if (text.includes('Write at length')) {
    const whole = anthropicBody([{ type: 'text', text: `${ANSWER}\n\n`.repeat(40) }])
    return {
      body: whole,
      packet: Math.ceil(whole.length / (PACKETS_PER_SECOND * 20)),
      delayMs: 1_000 / PACKETS_PER_SECOND,
    }
  }
  return { body: anthropicBody([{ type: 'text', text: ANSWER }]) }
}

function lastMessage(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('messages' in body) || !Array.isArray(body.messages)) return ''
  return body.messages.at(-1)
}

async function useModel(api: Api, baseUrl: string): Promise<void> {
  const credential = { provider: 'anthropic', label: 'Scripted', apiKey: 'sk-ant-scripted-0000', baseUrl }
  const { id } = await api.post<{ id: string }>('/api/ai/credentials', credential)
  await api.put('/api/ai/defaults/site', { credentialId: id, modelId: 'claude-test' })
}

/** The last runs of a chat are had with the scripted model; every third of them changes the site. */
const REAL_RUNS = 30
const REAL_MESSAGES = 90

/** Writes runs of two messages each into a chat's stream, while no server has the folder. */
async function writeRuns(dataDir: string, chat: string, count: number): Promise<void> {
  const { database, close } = await openDatabase({ dataDir })
  const streams = createStreamStore(database, { now: Date.now })
  for (let at = 0; at < count; at += 50) {
    const records = Array.from({ length: Math.min(50, count - at) }, (_, more) => writtenRun(chat, at + more)).flat()
    const outcome = await streams.commit({
      appends: [{ stream: sessionStream(chat), entries: encodeRecords(records) }],
    })
    if (!outcome.ok) throw new Error(outcome.message)
  }
  await close()
}

function writtenRun(chat: string, at: number): SessionRecord[] {
  const id = `${chat}-${at}`
  const own = { runId: id, attempt: 1, status: 'complete', createdAt: 1_700_000_000_000 + at } as const
  return [
    messageInserted({ ...own, id: `${id}-u`, role: 'user', content: `What do you think of the heading now? (${at})` }),
    runInserted({
      id,
      status: 'complete',
      scope: 'site',
      userMessageId: `${id}-u`,
      assistantMessageId: `${id}-a`,
      provider: 'anthropic',
      model: 'claude-test',
      rounds: 1,
    }),
    messageInserted({
      ...own,
      id: `${id}-a`,
      role: 'assistant',
      content: ANSWER,
      blocks: [{ kind: 'text', text: ANSWER }],
    }),
  ]
}

async function haveRuns(api: Api, chat: string): Promise<void> {
  for (let at = 0; at < REAL_RUNS; at += 1) {
    const prompt = at % 3 === 0 ? `Recolour it ${at}` : `What do you think of the heading now? (last ${at})`
    const response = await api.raw('/api/ai/chat/site', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversationId: chat, prompt }),
    })
    const lines = await response.text()
    if (!response.ok || lines.includes('"type":"error"')) throw new Error(`A run failed: ${lines.slice(-400)}`)
  }
}

function say(words: string) {
  if (process.env.BENCH_VERBOSE) console.error(new Date().toISOString(), words)
}

/** A tab that shows a chat at its end. */
interface Tab {
  page: Page
  session: CDPSession
  /** Those of this chat until it was shown. */
  requests: readonly string[]
}

async function openChat(context: BrowserContext, address: URL, chat: string, isEmpty = false): Promise<Tab> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  // Repeated requests, such as a tab's sign of life, count once.
  const asked = new Set<string>()
  const note = (url: string, method = 'GET') => {
    if (url.includes(`/api/ai/sessions/${chat}`)) asked.add(`${method} ${new URL(url).pathname}`)
  }
  page.on('request', (request) => note(request.url(), request.method()))
  page.on('websocket', (socket) => note(socket.url()))
  await page.goto(chatAddress(address, chat))
  await composer(page).waitFor()
  await (isEmpty ? page.getByText('What shall we make?') : page.locator('[role=log] [data-row]').last()).waitFor()
  await page.waitForTimeout(RESTS_MS)
  return { page, session, requests: [...asked] }
}

function chatAddress(address: URL, chat: string): string {
  const url = new URL(address)
  url.searchParams.set('chat', chat)
  return url.href
}

const composer = (page: Page) => page.getByLabel('Message to the agent')

/** Milliseconds of script so far. */
async function scriptMs({ session }: Tab): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN)
}

async function keyMs(tab: Tab): Promise<number> {
  const { page } = tab
  await page.bringToFront()
  await composer(page).fill('')
  await composer(page).focus()
  await page.waitForTimeout(500)
  const before = await scriptMs(tab)
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('a')
  await page.waitForTimeout(200)
  return ((await scriptMs(tab)) - before) / KEYS
}

async function streamMs(tab: Tab): Promise<number> {
  const { page } = tab
  await page.bringToFront()
  await composer(page).fill('Write at length')
  await composer(page).press('Enter')
  await page.locator('[role=log] [data-streaming]').waitFor()
  const before = await scriptMs(tab)
  await page.waitForTimeout(STREAMED_MS)
  const spent = (await scriptMs(tab)) - before
  if ((await page.locator('[role=log] [data-streaming]').count()) === 0) throw new Error('The answer ended too early')
  await stop(page)
  return spent
}

async function stop(page: Page) {
  const button = page.getByRole('button', { name: 'Stop the agent' })
  await button.click()
  await button.waitFor({ state: 'detached' })
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('[role=log] *').length)

/** Kilobytes of a chat that are read when its page is loaded anew while an answer is written. */
async function reload(context: BrowserContext, address: URL, chat: string): Promise<number> {
  const { page, session } = await openChat(context, address, chat)
  await composer(page).fill('Write at length')
  await composer(page).press('Enter')
  await page.locator('[role=log] [data-streaming]').waitFor()
  await page.waitForTimeout(4_000)
  let bytes = 0
  const ofChat = new Set<string>()
  const opens = ({ requestId, url }: { requestId: string; url: string }) => {
    if (url.includes(`/api/ai/sessions/${chat}`)) ofChat.add(requestId)
  }
  session.on('Network.requestWillBeSent', ({ requestId, request }) => opens({ requestId, url: request.url }))
  session.on('Network.webSocketCreated', opens)
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    if (ofChat.has(requestId)) bytes += dataLength
  })
  session.on('Network.webSocketFrameReceived', ({ requestId, response: { opcode, payloadData } }) => {
    if (ofChat.has(requestId)) bytes += opcode === 1 ? payloadData.length : (payloadData.length * 3) / 4
  })
  await session.send('Network.enable')
  await page.reload()
  await page.locator('[role=log] [data-streaming]').waitFor()
  await page.waitForTimeout(500)
  const read = bytes / 1_000
  await stop(page)
  await page.close()
  return read
}

/**
 * Scrolls a chat up to its first message. Returns how far a row in sight moved while earlier ones were loaded, and the
 * most elements that there were.
 */
async function scrollThrough(page: Page): Promise<{ movedPx: number; most: number }> {
  let movedPx = 0
  let most = 0
  for (let part = 0; part < 200; part += 1) {
    const found = await page.evaluate(async () => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const log = document.querySelector<HTMLElement>('[role=log]')
      const box = log?.parentElement
      if (!log || !box) throw new Error('no conversation')
      let elements = 0
      // Up to the point where the part before is requested, a screen at a time.
      while (box.scrollTop > 500) {
        box.scrollTop = Math.max(500, box.scrollTop - box.clientHeight)
        await frame()
        await frame()
        elements = Math.max(elements, log.querySelectorAll('*').length)
      }
      const height = box.scrollHeight
      const middle = box.getBoundingClientRect().top + box.clientHeight / 2
      const row = [...log.querySelectorAll<HTMLElement>('[data-row]')].find(
        (each) => each.getBoundingClientRect().bottom > middle,
      )
      const top = row?.getBoundingClientRect().top ?? 0
      let moved = 0
      let grew = false
      for (let frames = 0; frames < 90; frames += 1) {
        await frame()
        moved = Math.max(moved, row?.isConnected ? Math.abs(row.getBoundingClientRect().top - top) : 9_999)
        if (box.scrollHeight > height + 1_000) {
          grew = true
          if (frames < 60) frames = 60
        }
      }
      return { moved, grew, elements: Math.max(elements, log.querySelectorAll('*').length) }
    })
    movedPx = Math.max(movedPx, found.moved)
    most = Math.max(most, found.elements)
    if (!found.grew) return { movedPx, most }
  }
  throw new Error('The chat has no beginning')
}
