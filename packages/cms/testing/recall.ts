import type { Conversation, Surroundings } from '../src/memory/memory.ts'
import { recall } from '../src/memory/recall.ts'
import { memoryLines } from '../src/memory/state.ts'

/** The lines of the state that a conversation gives at a time. */
export function recallOf(conversation: Conversation, around: Surroundings, now: number): readonly string[] {
  const { memory, references } = recall(conversation, around, { now, timeZone: 'Europe/Berlin' })
  return memoryLines(memory, references)
}

/** Surroundings that keep what was read out of results, as those of a server do. */
export const keepingMentions = (around: Surroundings): Surroundings => ({ ...around, mentions: new WeakMap() })
