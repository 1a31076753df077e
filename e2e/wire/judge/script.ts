/** The wires that the judge speaks, by provider. */
export const wireIds = ['anthropic', 'openai', 'openrouter', 'ollama', 'compatible'] as const
export type WireId = (typeof wireIds)[number]

export interface ScriptedCall {
  name: string
  input?: unknown
  /** The arguments as they travel, where they are not the JSON of `input`. */
  json?: string
}

/** The model's text, in no wire's words: every judge renders it in its own. */
export interface ScriptedAnswer {
  /** Thought before the rest; an empty text means reasoning of which only the seal is shown. */
  reasoning?: string
  /** Reasoning that comes only encrypted (`redacted_thinking`), after the readable one. */
  redacted?: boolean
  text?: string
  calls?: readonly ScriptedCall[]
  /** Why it ends; `end` or `tool_use`, as its calls say, where absent. */
  stop?: 'max_tokens' | 'pause' | 'refusal' | 'content_filter' | 'context_overflow'
  usage?: ScriptedUsage
  /** Characters per delta. */
  piece?: number
  lineEnd?: '\n' | '\r\n'
}

/** In the disjoint buckets of Atelier; each wire adds them up as its provider does. */
export interface ScriptedUsage {
  input?: number
  cacheRead?: number
  cacheWrite5m?: number
  cacheWrite1h?: number
  output?: number
  reasoning?: number
}

export const usualUsage: Required<ScriptedUsage> = {
  input: 120,
  cacheRead: 40,
  cacheWrite5m: 16,
  cacheWrite1h: 0,
  output: 30,
  reasoning: 10,
}

/** A text in deltas of `length` UTF-16 units; a pair is never split, as no provider does. */
export function pieces(text: string, length = 9): string[] {
  const cut: string[] = []
  let piece = ''
  for (const character of text) {
    piece += character
    if (piece.length >= length) {
      cut.push(piece)
      piece = ''
    }
  }
  return piece === '' ? cut : [...cut, piece]
}

export function argumentsOf(call: ScriptedCall): string {
  return call.json ?? JSON.stringify(call.input ?? {})
}

/** Events with their names, as Anthropic and the Responses wire send them. */
export function namedEvents(events: readonly { type: string }[], lineEnd = '\n'): string {
  return events
    .map((event) => `event: ${event.type}${lineEnd}data: ${JSON.stringify(event)}${lineEnd}${lineEnd}`)
    .join('')
}
