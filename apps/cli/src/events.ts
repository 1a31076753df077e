import { RunEvent } from '@atelier/api'
import { Value } from 'typebox/value'
import { Problem } from './problem.ts'

/** The lines of a stream as they come, each with its event. Text after the last line break is dropped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{ line: string; event: RunEvent }> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const packet of body) {
    const lines = (rest + decoder.decode(packet, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield { line, event: parse(line) }
  }
}

function parse(line: string): RunEvent {
  try {
    return Value.Parse(RunEvent, JSON.parse(line))
  } catch {
    throw new Problem('The server sent a line that is not an event of a run.', { hint: 'Look at ATELIER_URL.' })
  }
}
