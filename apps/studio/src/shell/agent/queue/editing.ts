import type { Answer, ApiError } from '@atelier/api/client'
import { plural } from '../run/summary.ts'
import type { WaitingMessage } from '../transcript/waiting.ts'

/** The text of a waiting message, and how many pictures go along. */
export function messageText({ text, pictures }: Pick<WaitingMessage, 'text' | 'pictures'>): string {
  if (pictures === 0) return text
  return text === '' ? plural(pictures, 'picture') : `${text} (with ${plural(pictures, 'picture')})`
}

/** Whether sending it now changes anything. A message that joins the active run is as early as it can be. */
export function canSendNow({ delivery, held }: WaitingMessage, running: boolean): boolean {
  return delivery !== 'steer' || held !== undefined || !running
}

/** The text to save for a message; undefined if the draft is empty or changes nothing. */
export function textToSave(draft: string | undefined, { text }: Pick<WaitingMessage, 'text'>): string | undefined {
  const next = draft?.trim() ?? ''
  return next === '' || next === text ? undefined : next
}

/** The effect of a key in a draft's field: Enter saves, Shift+Enter breaks the line. Composing text takes every key. */
export function draftKey({
  key,
  shiftKey,
  isComposing,
}: {
  key: string
  shiftKey: boolean
  isComposing: boolean
}): 'cancel' | 'save' | undefined {
  if (isComposing) return undefined
  if (key === 'Escape') return 'cancel'
  return key === 'Enter' && !shiftKey ? 'save' : undefined
}

/** The error to show. A message that was sent or removed meanwhile is none, since the list shows that by itself. */
export function queueError(answer: Answer<unknown>): ApiError | undefined {
  if (answer.ok || answer.error.status === 409 || answer.error.status === 404) return undefined
  return answer.error
}
