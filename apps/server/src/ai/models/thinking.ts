import type { Thinking } from '@atelier/agent'
import { ThinkingChoice } from '@atelier/api'
import { Value } from 'typebox/value'

/** The setting that a run is prepared with; empty if the provider's own default applies. */
export function thinkingOf(session: { thinking: string | null }): { thinking?: Thinking } {
  return Value.Check(ThinkingChoice, session.thinking) ? { thinking: session.thinking } : {}
}
