import { ok } from '@atelier/operation'
import { expect, it } from 'vitest'
import { listen, stopProblems } from '../../testing/conformance.ts'
import type { ModelRequest, ProviderEvent } from '../contract/provider.ts'
import type { Rehearsal } from '../contract/rehearsal.ts'
import { createRehearsalProvider } from './rehearsalPlayer.ts'

const build: Rehearsal = {
  id: 'build',
  title: 'Build a landing page for …',
  fits: (prompt) => (prompt.includes('landing') ? 2 : 0),
  *play({ prompt }) {
    yield { text: 'First a word.' }
    const [made] = yield {
      text: `Building for ${prompt}.`,
      calls: [{ name: 'insertHtml', input: { html: '<p>a long enough piece of html to be cut in two</p>' } }],
    }
    yield { text: made?.ok ? 'It stands.' : 'It failed.' }
  },
}

const request: ModelRequest = {
  model: 'r',
  system: '',
  turns: [],
  tools: [{ name: 'insertHtml', description: '', inputSchema: { type: 'object' } }],
  results: [],
  maxOutputTokens: 1,
  image: () => undefined,
  vision: true,
  cacheKey: 'session',
}

async function play(prompt: string, results: ModelRequest['results'] = [], tools = request.tools) {
  const provider = createRehearsalProvider({
    rehearsals: [build],
    prompt,
    context: {},
    paceMs: 0,
    delay: async () => undefined,
  })
  const events: ProviderEvent[] = []
  for await (const packet of provider.stream({ ...request, results, tools }, new AbortController().signal))
    events.push(...packet)
  return events
}
const said = (events: ProviderEvent[]) =>
  events.flatMap((event) => (event.type === 'text' ? [event.delta] : [])).join('')

it('says its words one by one and writes the arguments of its calls in pieces', async () => {
  const events = await play('a landing page')
  expect(said(events)).toBe('First a word.\n\nBuilding for a landing page.')
  expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(6)
  const pieces = events.flatMap((event) => (event.type === 'toolArguments' ? [event.delta] : []))
  expect(pieces.length).toBeGreaterThan(1)
  expect(JSON.parse(pieces.join(''))).toHaveProperty('html')
  expect(events.at(-1)).toEqual({ type: 'stop', reason: 'tool_use' })
})

it('continues in the middle from only the results, the same every time', async () => {
  expect(said(await play('a landing page', [[ok()]]))).toBe('It stands.')
  expect(said(await play('a landing page', [[{ ok: false, error: { code: 'x', message: 'no' } }]]))).toBe('It failed.')
  expect((await play('a landing page', [[ok()]])).at(-1)).toEqual({ type: 'stop', reason: 'end' })
})

it('says what it can rehearse when nothing fits', async () => {
  expect(said(await play('something else'))).toContain('- Build a landing page for …')
})

it('ends with a plain sentence if the run does not have the tool', async () => {
  const events = await play('a landing page', [], [])
  expect(said(events)).toContain('your role here reads and does not change')
  expect(events.some(({ type }) => type === 'toolCall')).toBe(false)
  expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end' })
})

it('stops saying words when it is stopped', async () => {
  const controller = new AbortController()
  const provider = createRehearsalProvider({
    rehearsals: [build],
    prompt: 'landing',
    context: {},
    paceMs: 0,
    delay: async () => undefined,
  })
  let packets = 0
  for await (const _ of provider.stream(request, controller.signal)) {
    packets += 1
    controller.abort()
  }
  expect(packets).toBe(1)
})

it.each(['a landing page', 'something else'])('keeps to the rules of every provider: %s', async (prompt) => {
  const provider = createRehearsalProvider({
    rehearsals: [build],
    prompt,
    context: {},
    paceMs: 0,
    delay: async () => undefined,
  })
  expect((await listen(provider, request)).broken).toEqual([])
  expect(await stopProblems(provider, request)).toEqual([])
})
