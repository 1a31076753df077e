import type { Thinking } from '@atelier/agent'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** How much a session's model is asked to think. */
export const ThinkingChoice = Type.Union([
  Type.Literal('off'),
  Type.Literal('low'),
  Type.Literal('medium'),
  Type.Literal('high'),
])
export type ThinkingChoice = Static<typeof ThinkingChoice>

/** As a run is prepared with it; nothing if the provider's own default holds. */
export function thinkingOf(session: { thinking: string | null }): { thinking?: Thinking } {
  return Value.Check(ThinkingChoice, session.thinking) ? { thinking: session.thinking } : {}
}
