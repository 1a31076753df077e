import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MessageRecord } from '../message.ts'
import { anthropic } from '../providers/anthropic.ts'
import { compatible } from '../providers/chatCompletions.ts'
import { openai } from '../providers/responses.ts'
import { isObject } from '../wire/toolArguments.ts'
import { digest } from './digest.ts'
import { elisionOf } from './elide.ts'
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

const options = { provider: 'anthropic' as const, model: 'm', heavy: (tool: string) => tool.startsWith('read') }
const textOf = (messages: MessageRecord[]) => JSON.stringify(toTurns(messages, options))

describe('results of earlier rounds', () => {
  it('keep ids and counts of an earlier run, and lose their payload', () => {
    const text = textOf([asked('one'), ...round({ runId: 'one', id: 'c1', size: 9000 }), asked('two')])
    expect(text).toContain('n-c1')
    expect(text).toContain('\\"inserted\\":3')
    expect(text).not.toContain('xxxx')
  })

  it('are whole in the run at work until they outgrow the limit; then the last rounds stay whole', () => {
    const rounds = (count: number) =>
      Array.from({ length: count }, (_, at) => round({ id: `c${at}`, size: 9000 })).flat()
    expect(elisionOf([asked('r'), ...rounds(5)], options).size).toBe(0)
    const jumped = elisionOf([asked('r'), ...rounds(6)], options)
    expect([...jumped]).toEqual([
      ['c0', 'digest'],
      ['c1', 'digest'],
      ['c2', 'digest'],
      ['c3', 'digest'],
    ])
  })

  it('of a heavy operation are whole for the newest only, also from an earlier run', () => {
    const one = [asked('one'), ...round({ runId: 'one', id: 'c1', tool: 'read', size: 9000 })]
    expect(textOf([...one, asked('two')])).toContain('x'.repeat(9000))
    const two = [...one, asked('two'), ...round({ runId: 'two', id: 'c2', tool: 'read', size: 9000 })]
    expect(elisionOf(two, options)).toEqual(new Map([['c1', 'removed']]))
    expect(textOf(two)).toContain('Earlier read output removed')
  })

  it('of a heavy operation give way to a newer one of their name at once, however small', () => {
    const two = [
      asked('r'),
      ...round({ id: 'c1', tool: 'read', size: 10 }),
      ...round({ id: 'c2', tool: 'readAll', size: 10 }),
      ...round({ id: 'c3', tool: 'read', size: 10 }),
    ]
    expect(elisionOf(two, options)).toEqual(new Map([['c1', 'removed']]))
  })

  it('of a heavy operation that one round called twice are seen once; after that the last call’s alone is whole', () => {
    const [answer, first] = round({ id: 'c1', tool: 'read' })
    const [other, second] = round({ id: 'c2', tool: 'read' })
    if (!answer || !first || !other || !second) throw new Error('no round')
    const both = { ...answer, blocks: [...(answer.blocks ?? []), ...(other.blocks ?? [])] }
    // The results stand in the order in which they came.
    const messages = [asked('r'), both, second, first]
    expect(elisionOf(messages, options).size).toBe(0)
    const after = [...messages, ...round({ id: 'c3' })]
    expect(elisionOf(after, options)).toEqual(new Map([['c1', 'removed']]))
  })

  it('that show pictures are treated as heavy, and only the newest picture of a name is sent', () => {
    const messages = [asked('r'), ...round({ id: 'c1', pictures: 1 }), ...round({ id: 'c2', pictures: 1 })]
    expect(textOf(messages)).toContain('c20')
    expect(textOf(messages)).not.toContain('c10')
  })

  it('of a failed call stay, and do not push the last good one out', () => {
    const failed = round({ id: 'c2', tool: 'read' }).map((message) =>
      message.role === 'tool_result'
        ? { ...message, status: 'error' as const, toolResult: { ok: false, error: { message: 'It is gone.' } } }
        : message,
    )
    const text = textOf([asked('r'), ...round({ id: 'c1', tool: 'read', size: 9000 }), ...failed])
    expect(text).toContain('x'.repeat(9000))
    expect(text).toContain('It is gone.')
  })
})

const step = fc.record({
  tool: fc.constantFrom('write', 'write', 'write', 'write', 'read', 'readAll'),
  size: fc.constantFrom(10, 400, 3000, 20_000),
  pictures: fc.constantFrom(0, 0, 0, 0, 0, 1),
  asks: fc.nat(5).map((value) => value === 0),
})

describe('the cached prefix', () => {
  it.each([anthropic, openai, compatible])(
    'grows from request to request on the wire of $id, but at a jump, and holds up to what was cut down then',
    (wire) => {
      let kept = 0
      let jumps = 0
      fc.assert(
        fc.property(fc.array(step, { minLength: 2, maxLength: 16, size: 'max' }), (steps) => {
          let run = 0
          const messages = [asked('r0')]
          let before: { items: string[]; elided: Map<string, string> } | undefined
          for (const [at, { asks, ...made }] of steps.entries()) {
            if (asks) messages.push({ ...base, id: `end${at}`, runId: `r${run}`, role: 'assistant', content: 'Done.' })
            if (asks) messages.push(asked(`r${++run}`))
            messages.push(...round({ ...made, id: `c${at}`, runId: `r${run}` }))
            const turns = toTurns(messages, { ...options, provider: wire.id })
            const items = wireItems(wire, turns)
            const elided = elisionOf(messages, options)
            const cutDown = [...elided].flatMap(([id, how]) => (before?.elided.get(id) === how ? [] : [`"${id}"`]))
            const first = before?.items.findIndex((item) => cutDown.some((id) => item.includes(id))) ?? -1
            const held = first < 0 ? before?.items : before?.items.slice(0, first)
            if (held) expect(items.slice(0, held.length)).toEqual(held)
            if (before && first < 0) kept += 1
            else jumps += 1
            before = { items, elided }
          }
        }),
        { numRuns: 60 },
      )
      expect(kept).toBeGreaterThan(jumps)
    },
  )

  it('never gets back what was once cut down', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20, size: 'max' }), (steps) => {
        const messages = [asked('r')]
        let before = new Map<string, string>()
        for (const [at, made] of steps.entries()) {
          messages.push(...round({ ...made, id: `c${at}` }))
          const now = elisionOf(messages, options)
          for (const [id, fidelity] of before) if (fidelity === 'removed') expect(now.get(id)).toBe('removed')
          for (const id of before.keys()) expect(now.has(id)).toBe(true)
          before = now
        }
      }),
    )
  })
})

/** What a wire sends of the conversation, item by item, without the marks that move with its end. */
function wireItems(wire: typeof anthropic, turns: ReturnType<typeof toTurns>): string[] {
  const { body } = wire.request(
    { provider: wire.id },
    {
      model: 'm',
      system: 's',
      turns,
      suffix: '',
      tools: [],
      maxOutputTokens: 10,
      results: [],
      image: () => 'AAAA',
      vision: true,
      cacheKey: 'session',
    },
  )
  const list = isObject(body) ? (body.messages ?? body.input) : undefined
  if (!Array.isArray(list)) throw new Error('no conversation in the body')
  return list.map((item) => JSON.stringify(item, (key, value) => (key === 'cache_control' ? undefined : value)))
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
      { numRuns: 60 },
    )
  })
})
