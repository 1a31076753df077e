import { expect, it } from 'vitest'
import { type WireId, wireIds } from '../judge/script.ts'
import { wires } from '../wires.ts'
import { type Captured, COMPILER_MS, typeProblems } from './check.ts'
import { requests } from './conversations.ts'

interface Case extends Captured {
  name: string
}

const bodyOf = (wire: WireId, request: Parameters<(typeof wires)[WireId]['request']>[1]): unknown =>
  JSON.parse(JSON.stringify(wires[wire].request({ provider: wire, apiKey: 'sk-test' }, request).body))

const cases: Case[] = wireIds.flatMap((wire) => {
  const seen = new Set<string>()
  return requests(wire).flatMap(({ name, request }) => {
    const body = bodyOf(wire, request)
    const text = JSON.stringify(body)
    if (seen.has(text)) return []
    seen.add(text)
    return [{ wire, name: `${wire}: ${name}`, body }]
  })
})

type Loose = Record<string, unknown>
type Spoil = (body: Loose) => unknown
const within = (value: unknown, ...path: (string | number)[]): Loose =>
  path.reduce<Loose>((at, key) => Object(at[key]), Object(value))

/** Wrong on purpose: the checker has to find each. */
const spoiled: [WireId, string, Spoil][] = [
  ['anthropic', 'a member that the wire does not know', (body) => Object.assign(body, { max_output_tokens: 1 })],
  ['anthropic', 'no max_tokens', (body) => delete body.max_tokens],
  [
    'anthropic',
    'a member of a block that the wire does not know',
    (body) => Object.assign(within(body, 'messages', 1, 'content', 1), { providerId: 'x' }),
  ],
  [
    'anthropic',
    'a block of another wire',
    (body) => Object.assign(within(body, 'messages', 0, 'content', 0), { type: 'input_text' }),
  ],
  ['anthropic', 'a role that there is not', (body) => Object.assign(within(body, 'messages', 0), { role: 'tool' })],
  ['openai', 'a member that the wire does not know', (body) => Object.assign(body, { max_tokens: 1 })],
  ['openai', 'a call without its id', (body) => delete within(body, 'input', 2).call_id],
  ['openai', 'a call with a member too many', (body) => Object.assign(within(body, 'input', 2), { input: {} })],
  [
    'openai',
    'a picture as chat completions take it',
    (body) => Object.assign(within(body, 'input', 0), { content: [{ type: 'image_url', image_url: { url: 'x' } }] }),
  ],
  [
    'openai',
    'a tool as chat completions take it',
    (body) => Object.assign(body, { tools: [{ type: 'function', function: { name: 'x' } }] }),
  ],
  ['openrouter', 'a member that the wire does not know', (body) => Object.assign(body, { maxOutputTokens: 1 })],
  ['openrouter', 'a call without its id', (body) => delete within(body, 'input', 2).call_id],
  [
    'openrouter',
    'a tool as chat completions take it',
    (body) => Object.assign(body, { tools: [{ type: 'function', function: { name: 'x' } }] }),
  ],
  ...(['ollama', 'compatible'] as const).flatMap((wire): [WireId, string, Spoil][] => [
    [wire, 'a member that the wire does not know', (body) => Object.assign(body, { system: 'x' })],
    [wire, 'a result without its call', (body) => delete within(body, 'messages', 3).tool_call_id],
    [
      wire,
      'arguments as an object',
      (body) => Object.assign(within(body, 'messages', 2, 'tool_calls', 0, 'function'), { arguments: {} }),
    ],
    [
      wire,
      'a member of a message that the wire does not know',
      (body) => Object.assign(within(body, 'messages', 2), { thinking: 'Hm' }),
    ],
  ]),
]

it(
  'sends what the types of the official clients take, and nothing else',
  async () => {
    const wrong = spoiled.map(([wire, name, spoil]): Case => {
      const found = cases.find((one) => one.wire === wire && one.name.includes('parallel calls'))
      const body = structuredClone(found?.body)
      spoil(Object(body))
      return { wire, name: `${wire}: ${name}`, body }
    })
    const problems = await typeProblems([...cases, ...wrong])
    expect(new Set(cases.map(({ wire }) => wire)).size).toBe(5)
    const refused = cases.flatMap(({ name }, at) => (problems[at] ?? []).map((problem) => `${name}: ${problem}`))
    expect(refused).toEqual([])
    const missed = wrong.filter((_, at) => (problems[cases.length + at] ?? []).length === 0)
    expect(missed.map(({ name }) => name)).toEqual([])
  },
  COMPILER_MS,
)
