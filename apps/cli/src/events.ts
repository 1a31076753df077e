import type { Static } from 'typebox'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { Problem } from './problem.ts'

/** One line of a run's events (docs/programs.md); only what this program looks at. */
const Event = Type.Object({
  type: Type.String(),
  text: Type.Optional(Type.String()),
  messageId: Type.Optional(Type.String()),
  supersedes: Type.Optional(Type.String()),
  toolName: Type.Optional(Type.String()),
  ok: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  conversationId: Type.Optional(Type.String()),
  runId: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
  requiresConfirmation: Type.Optional(
    Type.Object({ token: Type.String(), message: Type.String(), target: Type.String() }),
  ),
})
export type Event = Static<typeof Event>

/** The lines of a stream as they come, each with its event. What follows the last line break is not given. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{ line: string; event: Event }> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const packet of body) {
    const lines = (rest + decoder.decode(packet, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield { line, event: parse(line) }
  }
}

function parse(line: string): Event {
  try {
    return Value.Parse(Event, JSON.parse(line))
  } catch {
    throw new Problem('The server sent a line that is no event of a run.', { hint: 'Look at ATELIER_URL.' })
  }
}
