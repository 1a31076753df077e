import type { LockReason } from './useModelChoice.ts'
import type { SendOptions } from './useRuns.ts'

/** The content of the composer and its surroundings. */
export interface Draft {
  text: string
  /** Pictures go along. */
  pictures: boolean
  /** Pictures are still read. */
  reading: boolean
  lock: LockReason
}

/** Whether there is anything to send: a text that is not blank, or pictures. */
export function hasMessage({ text, pictures }: Pick<Draft, 'text' | 'pictures'>): boolean {
  return text.trim() !== '' || pictures
}

/** Whether the message may be sent now: not without a model, and not before its pictures are read. */
export function maySend(draft: Draft): boolean {
  return hasMessage(draft) && draft.lock === null && !draft.reading
}

/** The parts of a key press that decide what it does. */
export interface KeyPress {
  key: string
  shiftKey: boolean
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
  /** The key belongs to an input method that still composes a character. */
  isComposing: boolean
}

/** The effect of a key in the text: nothing of its own, send, hold back the line break, or leave the text. */
export type KeyAction =
  | { kind: 'type' }
  | { kind: 'send'; options?: SendOptions }
  | { kind: 'hold' }
  | { kind: 'leave' }

/** Enter sends: to an agent at work now, with Mod or Alt after its run. Shift+Enter begins a line. */
export function keyAction(press: KeyPress, { ready, running }: { ready: boolean; running: boolean }): KeyAction {
  if (press.isComposing) return { kind: 'type' }
  if (press.key === 'Escape') return { kind: 'leave' }
  if (press.key !== 'Enter' || press.shiftKey) return { kind: 'type' }
  if (!ready) return { kind: 'hold' }
  if (!running) return { kind: 'send' }
  const after = press.metaKey || press.ctrlKey || press.altKey
  return { kind: 'send', options: { delivery: after ? 'followUp' : 'steer' } }
}
