import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabases } from '../../../testing/databases.ts'
import type { OpenDatabase } from '../../database/open.ts'
import { createLog } from '../../log/log.ts'
import { createModelCatalogue, type ModelCatalogue } from './catalogue.ts'

const hour = 3_600_000
let answer: { status: number; body: string; wait?: Promise<void> }
let asked = 0
const upstream = createServer(async (_request, response) => {
  asked += 1
  await answer.wait
  response.writeHead(answer.status).end(answer.body)
})
let url = ''
const listing = (input: string) =>
  JSON.stringify({
    data: [
      { id: 'anthropic/claude-opus-4.8', context_length: 300_000, pricing: { prompt: input, completion: '0.00005' } },
    ],
  })

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const address = upstream.address()
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/models`
})
afterAll(() => new Promise((resolve) => upstream.close(resolve)))

describe.each(testDatabases())('the catalogue of models on $name', ({ open }) => {
  let clock: number
  let warned: string[]
  beforeEach(() => {
    clock = 1_000_000_000_000
    warned = []
    asked = 0
    answer = { status: 200, body: listing('0.00001') }
  })

  async function within(work: (make: (from?: string) => ModelCatalogue) => Promise<void>) {
    const opened: OpenDatabase = await open()
    const made: ModelCatalogue[] = []
    try {
      await work((from = url) => {
        const log = createLog({ logLevel: 'warn' }, { write: (line) => void warned.push(line) })
        const catalogue = createModelCatalogue({
          database: opened.database,
          url: from === 'off' ? undefined : from,
          fetch,
          now: () => clock,
          log,
        })
        made.push(catalogue)
        return catalogue
      })
    } finally {
      await Promise.all(made.map((each) => each.stop()))
      await opened.close()
    }
  }
  const inputPrice = (catalogue: ModelCatalogue) => catalogue.price('anthropic', 'claude-opus-4-8-20260514')?.input
  const turned = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
  }

  it('is fetched once, remembered for six hours, and kept for the next start', () =>
    within(async (make) => {
      const first = make()
      await Promise.all([first.ready(), first.ready()])
      expect(inputPrice(first)).toBe(10)
      clock += 6 * hour - 1
      expect(inputPrice(first)).toBe(10)
      expect(asked).toBe(1)
      await first.stop()
      const second = make()
      await second.ready()
      expect([inputPrice(second), asked, second.state().source]).toEqual([10, 1, 'stored'])
      answer = { status: 200, body: listing('0.00002') }
      clock += 1
      expect(inputPrice(second)).toBe(10)
      await turned(() => second.state().source === 'live')
      expect([inputPrice(second), asked]).toEqual([20, 2])
    }))

  it('keeps what it has if a refresh fails, says so once, and waits before it asks again', () =>
    within(async (make) => {
      const catalogue = make()
      await catalogue.ready()
      for (const failing of [
        { status: 500, body: 'oops' },
        { status: 200, body: '<h1>Sign in</h1>' },
        { status: 200, body: '{"data":[]}' },
      ]) {
        answer = failing
        clock += 7 * hour
        const before = warned.length
        expect(inputPrice(catalogue)).toBe(10)
        await turned(() => warned.length > before)
        expect(inputPrice(catalogue)).toBe(10)
        expect(warned.length).toBe(before + 1)
      }
      expect(asked).toBe(4)
    }))

  it('prices from the bundled list if nothing answers, and does not wait for long', () =>
    within(async (make) => {
      let release = () => {}
      answer = {
        ...answer,
        wait: new Promise((resolve) => {
          release = resolve
        }),
      }
      const catalogue = make()
      // The answer comes only after this has ended.
      await catalogue.ready()
      expect(inputPrice(catalogue)).toBe(5)
      release()
      await turned(() => catalogue.state().source === 'live')
      expect(inputPrice(catalogue)).toBe(10)
    }))

  it('sends no request if it is switched off, and gives no price to the user’s own server', () =>
    within(async (make) => {
      const catalogue = make('off')
      await catalogue.ready()
      expect([inputPrice(catalogue), asked]).toEqual([5, 0])
      expect(catalogue.price('compatible', 'claude-opus-4-8')).toBeUndefined()
      expect(catalogue.price('ollama', 'gpt-5')).toBeUndefined()
      expect(catalogue.price('openai', 'claude-opus-4-8')).toBeUndefined()
      expect(catalogue.price('openrouter', 'anthropic/claude-opus-4.8')?.input).toBe(5)
      const listed = { id: 'claude-opus-4-8', label: 'Mine', contextWindow: 7 }
      expect(catalogue.enrich('anthropic', listed)).toMatchObject({
        label: 'Mine',
        contextWindow: 7,
        vision: true,
        price: { output: 25 },
      })
    }))
})
