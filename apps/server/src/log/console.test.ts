import { expect, test } from 'vitest'
import { routeConsole } from './console.ts'
import { createLog } from './log.ts'

const mute = () => undefined

function routed() {
  const lines: { level: number; msg: string; err?: { message: string } }[] = []
  const log = createLog({ logLevel: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const printing = { debug: mute, info: mute, log: mute, warn: mute, error: mute } satisfies Partial<Console>
  routeConsole(printing, log, (error) => error.message === 'expected')
  return { lines, printing }
}

test('a library’s print is one structured line, and an ordinary refusal is only for debugging', () => {
  const { lines, printing } = routed()
  const say: (...parts: unknown[]) => void = printing.error
  say('closing %s', 'connection 7', new Error('broken'))
  say(new Error('expected'))
  expect(lines).toMatchObject([
    { level: 40, msg: 'closing connection 7', err: { message: 'broken' } },
    { level: 20, msg: 'a library said', err: { message: 'expected' } },
  ])
})
