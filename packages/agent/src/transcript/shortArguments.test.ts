import { expect, it } from 'vitest'
import type { MessageRecord } from '../contract/message.ts'
import { toTurns } from './toTurns.ts'

const long = 'iVBORw0KGgo+/='.repeat(600)

function replayed(input: unknown) {
  const history: MessageRecord[] = [
    { id: 'u', runId: 'r', attempt: 1, role: 'user', status: 'complete', content: 'Go', createdAt: 0 },
    {
      id: 'a',
      runId: 'r',
      attempt: 1,
      role: 'assistant',
      status: 'complete',
      provider: 'anthropic',
      model: 'm',
      blocks: [{ kind: 'toolCall', toolCallId: 'c', toolName: 'insertHtml', input }],
      createdAt: 1,
    },
  ]
  const turns = toTurns(history, { provider: 'anthropic', model: 'm' })
  return turns.flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === 'toolCall' ? [block.input] : [])))[0]
}

it('replays the arguments of a call without the bytes of pictures, from the first time on', () => {
  const html = `<img src="data:image/png;base64,${long}" alt="Rye"><p>x</p>`
  const short = `<img src="data:image/png;base64,[omitted ${long.length} chars]" alt="Rye"><p>x</p>`
  expect(replayed({ html, calls: [{ patch: { src: `data:image/png;base64,${long}` } }] })).toEqual({
    html: short,
    calls: [{ patch: { src: `data:image/png;base64,[omitted ${long.length} chars]` } }],
  })
})

it('leaves all other arguments as they are', () => {
  const input = {
    html: `<img src="data:image/png;base64,iVBORw0KGgo=">${'x'.repeat(9_000)};base64, and more`,
    n: 1,
    list: [true, null],
  }
  expect(replayed(input)).toEqual(input)
})
