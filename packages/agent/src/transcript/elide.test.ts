import { isRecord } from '@atelier/operation'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numRuns } from '../../../../scripts/testing/runs.ts'
import type { MessageRecord } from '../contract/message.ts'
import { anthropic } from '../providers/anthropicMessages.ts'
import { compatible } from '../providers/chatCompletions.ts'
import { openai } from '../providers/responses.ts'
import { digest } from './digest.ts'
import { planCutDown, wholeResultsLimit } from './elide.ts'
import { toTurns } from './toTurns.ts'

const base = { attempt: 1, status: 'complete' as const, createdAt: 0 }
let next = 0
const asked = (runId: string): MessageRecord => ({ ...base, id: `u${next++}`, runId, role: 'user', content: 'Go' })

interface Made {
  runId?: string
  id: string
  tool?: string
  size?: number
  pictures?: number
}

function round({ runId = 'r', id, tool = 'write', size = 100, pictures = 0 }: Made): MessageRecord[] {
  const images = Array.from({ length: pictures }, (_, at) => ({ mimeType: 'image/png', hash: `${id}${at}` }))
  return [
    {
      ...base,
      id: `${id}a`,
      runId,
      role: 'assistant',
      blocks: [{ kind: 'toolCall', toolCallId: id, toolName: tool, input: {} }],
    },
    {
      ...base,
      id: `${id}r`,
      runId,
      role: 'tool_result',
      toolName: tool,
      toolCallId: id,
      toolResult: {
        ok: true,
        data: { uid: `n-${id}`, inserted: 3, html: 'x'.repeat(size) },
        ...(pictures > 0 ? { images } : {}),
      },
    },
  ]
}

const heavy = (tool: string) => tool.startsWith('read')
const reader = { provider: 'anthropic' as const, model: 'm' }
const sentText = (messages: MessageRecord[]) => JSON.stringify(toTurns(messages, reader))
const limit = wholeResultsLimit(undefined)

/** The cut that the record gets before the next request, by call. */
function planned(messages: readonly MessageRecord[], runBegins = false): Record<string, string> {
  const cut = planCutDown(messages, { heavy, limit, runBegins })
  return Object.fromEntries(cut.map(({ toolCallId, to }) => [toolCallId, to]))
}

/** Writes the cut into the record, as the loop does. */
function cutDown(messages: MessageRecord[], runBegins = false): boolean {
  const cut = planCutDown(messages, { heavy, limit, runBegins })
  if (cut.length > 0) messages.push({ ...base, id: `cut${next++}`, runId: 'r', role: 'system', cutDown: cut })
  return cut.length > 0
}

const rounds = (count: number, made: Omit<Made, 'id'>, from = 0) =>
  Array.from({ length: count }, (_, at) => round({ ...made, id: `c${from + at}` })).flat()

describe('results of earlier rounds', () => {
  it('keep ids and counts when a run begins, and lose their payload, but for the last two rounds', () => {
    const messages = [asked('one'), ...rounds(4, { runId: 'one', size: 9000 }), asked('two')]
    expect(planned(messages, true)).toEqual({ c0: 'digest', c1: 'digest' })
    cutDown(messages, true)
    const text = sentText(messages)
    expect(text).toContain('n-c0')
    expect(text).toContain('\\"inserted\\":3')
    expect(text.match(/x{9000}/g)).toHaveLength(2)
    // The same step is not taken twice.
    expect(planned(messages, true)).toEqual({})
  })

  it('are whole in the run at work until they outgrow the limit; then all but the last two rounds are cut at once', () => {
    expect(planned([asked('r'), ...rounds(11, { size: 9000 })])).toEqual({})
    const cut = planned([asked('r'), ...rounds(12, { size: 9000 })])
    expect(Object.keys(cut)).toEqual(Array.from({ length: 10 }, (_, at) => `c${at}`))
  })

  it('may fill a third of a known window', () => {
    expect(wholeResultsLimit(undefined)).toBe(100_000)
    // Three characters a token.
    expect(wholeResultsLimit(30_000)).toBe(30_000)
    const messages = [asked('r'), ...rounds(5, { size: 9000 })]
    expect(planCutDown(messages, { heavy, limit: wholeResultsLimit(30_000), runBegins: false })).toHaveLength(3)
  })

  it('of a heavy operation stay whole for the newest of each name, however far back it is', () => {
    const messages = [
      asked('one'),
      ...round({ runId: 'one', id: 'a', tool: 'read', size: 9000 }),
      ...round({ runId: 'one', id: 'b', tool: 'readAll', size: 9000 }),
      ...round({ runId: 'one', id: 'c', tool: 'read', size: 9000 }),
      ...rounds(2, { runId: 'one', size: 9000 }),
      asked('two'),
    ]
    expect(planned(messages, true)).toEqual({ a: 'removed' })
    cutDown(messages, true)
    expect(sentText(messages)).toContain('(Earlier read output removed: a newer one stands further down.')
    expect(sentText(messages).match(/x{9000}/g)).toHaveLength(4)
  })

  it('that show pictures are treated as heavy', () => {
    const shown = [1, 2, 3].flatMap((at) => round({ id: `p${at}`, tool: 'render', pictures: 1 }))
    const messages = [asked('one'), ...shown, ...rounds(2, {}), asked('two')]
    expect(planned(messages, true)).toEqual({ p1: 'removed', p2: 'removed' })
    cutDown(messages, true)
    expect(sentText(messages)).not.toContain('p10')
    expect(sentText(messages)).toContain('p30')
  })

  it('stay as they are if a cut would not make them shorter, and if they failed', () => {
    const failed = round({ id: 'f', tool: 'read' }).map((message) =>
      message.role === 'tool_result'
        ? { ...message, toolResult: { ok: false, error: { message: 'No. '.repeat(3000) } } }
        : message,
    )
    const small = [...round({ id: 's', tool: 'read', size: 10 }), ...round({ id: 't', tool: 'read', size: 10 })]
    const messages = [asked('one'), ...failed, ...small, ...rounds(3, {}), asked('two')]
    expect(planned(messages, true)).toEqual({})
  })
})

const step = fc.record({
  tool: fc.constantFrom('write', 'write', 'write', 'write', 'read', 'readAll'),
  size: fc.constantFrom(10, 400, 3000, 30_000),
  pictures: fc.constantFrom(0, 0, 0, 0, 0, 1),
  asks: fc.nat(5).map((value) => value === 0),
  says: fc.constantFrom('none', 'none', 'state', 'word'),
})

describe('the cached prefix', () => {
  it.each([anthropic, openai, compatible])(
    'grows from request to request on the wire of $id, but where the record tells of a cut',
    (wire) => {
      let kept = 0
      let jumps = 0
      fc.assert(
        fc.property(fc.array(step, { minLength: 2, maxLength: 16, size: 'max' }), (steps) => {
          let run = 0
          const messages = [asked('r0')]
          let before = ''
          for (const [at, { asks, says, ...made }] of steps.entries()) {
            if (asks) messages.push({ ...base, id: `end${at}`, runId: `r${run}`, role: 'assistant', content: 'Done.' })
            if (asks) messages.push(asked(`r${++run}`))
            else messages.push(...round({ ...made, id: `c${at}`, runId: `r${run}` }))
            const jumped = cutDown(messages, asks)
            const ours = { ...base, id: `s${at}`, runId: `r${run}`, role: 'system' as const, content: `State ${at}.` }
            if (says !== 'none') messages.push(says === 'state' ? { ...ours, state: [`State ${at}.`] } : ours)
            const now = wireText(wire, toTurns(messages, { ...reader, provider: wire.id }))
            if (jumped) jumps += 1
            else {
              expect(now.startsWith(before)).toBe(true)
              kept += 1
            }
            before = now
          }
        }),
        { numRuns: numRuns(60, 120) },
      )
      expect(jumps).toBeGreaterThan(10)
      expect(kept).toBeGreaterThan(jumps)
    },
  )
})

/** A wire's text of the conversation up to its last word, without the marks that move with its end. */
function wireText(wire: typeof anthropic, turns: ReturnType<typeof toTurns>): string {
  const { body } = wire.request(
    { provider: wire.id },
    {
      model: 'm',
      system: 's',
      turns,
      tools: [],
      maxOutputTokens: 10,
      results: [],
      image: () => 'AAAA',
      vision: true,
      cacheKey: 'session',
    },
  )
  const list = isRecord(body) ? (body.messages ?? body.input) : undefined
  const json = JSON.stringify(list, (key, value) => (key === 'cache_control' ? undefined : value))
  // The next request continues where the brackets and quotes close the last message.
  return json.replace(/["\]}]+$/, '')
}

describe('a digest', () => {
  it('keeps the shape, the ids and the counts, and says what was left out', () => {
    expect(
      digest({ uid: 'n-1', removed: 4, html: 'x'.repeat(500), ids: Array.from({ length: 60 }, (_, at) => `n-${at}`) }),
    ).toEqual({
      uid: 'n-1',
      removed: 4,
      html: '(a text of 500 characters, left out)',
      ids: [...Array.from({ length: 40 }, (_, at) => `n-${at}`), '(60 in all, 20 left out)'],
    })
  })

  it('is never longer than a page, whatever it is made from, and changes nothing that is small', () => {
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof(
        { maxDepth: 4 },
        fc.string({ maxLength: 300 }),
        fc.integer(),
        fc.array(tie('json'), { maxLength: 60, size: 'small' }),
        fc.dictionary(fc.string({ maxLength: 30 }), tie('json'), { maxKeys: 60, size: 'small' }),
      ),
    }))
    fc.assert(
      fc.property(json, (data) => {
        const text = JSON.stringify(data)
        const kept = JSON.stringify(digest(data))
        expect(kept.length).toBeLessThanOrEqual(Math.max(4000, Math.min(text.length, 160)))
        if (text.length <= 160) expect(kept).toBe(text)
      }),
      { numRuns: numRuns(20, 120) },
    )
  })
})
