import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * The failures that runtimes of this kind are known for, and the test that prevents each of them: what goes wrong, the
 * file, and a test's name in it.
 */
const pitfalls: [string, string, string][] = [
  [
    'thinking and its signature must precede the call',
    'thinking-before-tool-use',
    'replays thinking with its signature',
  ],
  ['signatures are checked on old turns too', 'signature-on-old-turns', 'byte for byte, however old the turn'],
  ['all results of a turn in the next single turn', 'results-in-one-turn', 'in the next single user turn'],
  ['compaction must not split a call from its result', 'compaction', 'never between a call and its result'],
  ['duplicate and illegal tool ids', 'duplicate-tool-ids', 'distinguishes calls'],
  ['empty text blocks poison a session', 'empty-text-block', 'never sends an empty text'],
  ['reasoning without its following item', 'reasoning-without-its-item', 'only directly before the item'],
  ['max_tokens within a call', 'truncated-tool-call', 'fails all calls of an answer that max_tokens cut'],
  ['arguments that are not JSON', 'malformed-arguments', 'replays them as {}'],
  ['errors under HTTP 200 after the stream began', 'error-after-the-stream-began', 'tries again under a new attempt'],
  ['an open stream that only pings', 'silent-stream', 'ends a stream that only pings'],
  ['an end without a terminal event', 'end-without-terminal-event', 'never for an answer'],
  ['steering lost on abort', 'steering-lost-on-abort', 'keeps a message that steers until it is in the run'],
  ['signatures sent to another model', 'switched-model', 'drops signatures when another model continues'],
  ['compaction that does not shrink', 'compaction', 'continues with a shortened record if the model'],
  ['cumulative usage summed up', 'cumulative-usage', 'never the cumulative figures'],
  ['lone surrogates', 'lone-surrogates', 'sends no lone surrogate'],
]

const complaints: [string, string, string][] = [
  [
    'stop does not stop, least of all with resuming',
    'stop-stops-the-request',
    'ends the provider’s connection at once',
  ],
  ['a failure in mid-stream loses finished work', 'error-after-the-stream-began', 'keeps the work of finished rounds'],
  ['a stalled stream hangs the agent', 'silent-stream', 'and tries again'],
  [
    '400s over the pairing of reasoning and calls',
    'reasoning-without-its-item',
    'ends no assistant turn with thinking',
  ],
  ['thinking lost in tool loops', 'thinking-before-tool-use', 'also in later runs'],
  ['compaction loses everything or loops', 'compaction', 'keeps what was asked for'],
  ['a wrong state of approvals after a restart', 'waiting-run', 'still waits after a restart'],
  ['nothing saved while suspended, doubles on resuming', 'waiting-run', 'has everything stored while it waits'],
  ['resuming begins anew', 'waiting-run', 'neither asks the model again nor runs a finished call again'],
  ['quadratic copies, growing memory', 'linear-work', 'and never the answer so far'],
  ['a queue that stopping clears or loses', 'steering-lost-on-abort', 'even if the run is stopped before that'],
  ['spans by no convention; invalid input ends the stream', 'spans-by-convention', 'continues after invalid input'],
]

describe('every known failure has a test that names it', () => {
  it.each([...pitfalls, ...complaints])('%s', (_what, file, name) => {
    const source = readFileSync(join(import.meta.dirname, `${file}.test.ts`), 'utf8')
    const titles = [...source.matchAll(/\bit(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1/g)].map(([, , title]) => title)
    expect(titles.some((title) => title?.includes(name))).toBe(true)
  })

  it('counts seventeen pitfalls and twelve complaints', () => {
    expect([pitfalls.length, complaints.length]).toEqual([17, 12])
  })
})
