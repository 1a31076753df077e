import type { Thinking } from '@atelier/agent'
import { ThinkingChoice } from '@atelier/api'
import { Value } from 'typebox/value'

/** As a run is prepared with it; nothing if the provider's own default holds. */
export function thinkingOf(session: { thinking: string | null }): { thinking?: Thinking } {
  return Value.Check(ThinkingChoice, session.thinking) ? { thinking: session.thinking } : {}
}
