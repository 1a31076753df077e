import type { FoldedMessage, RunRecord } from '@atelier/agent'
import * as strings from '../texts/strings.ts'

/** A message that was taken and has not been said yet. */
export interface WaitingMessage {
  runId: string
  /** Empty if the message consists of pictures only. */
  text: string
  /** How many go along. */
  pictures: number
  /** Absent for a run that begins at its time. */
  delivery?: 'steer' | 'followUp'
  startAt?: number
  /** Why it does not begin by itself. */
  held?: 'aborted' | 'error'
}

/** Messages that wait in a session, in the order of delivery: first what joins the run, last what was put off. */
export function waitingMessages(messages: readonly FoldedMessage[], runs: readonly RunRecord[]): WaitingMessage[] {
  if (!runs.some(({ status }) => status === 'scheduled')) return []
  const texts = new Map(
    messages.flatMap((message) => (message.role === 'user' ? [[message.id, message] as const] : [])),
  )
  const waiting = runs.flatMap((run): WaitingMessage[] => {
    const message = run.status === 'scheduled' ? texts.get(run.userMessageId) : undefined
    if (!message) return []
    return [
      {
        runId: run.id,
        text: message.content ?? '',
        pictures: message.blocks?.filter((block) => block.kind === 'image').length ?? 0,
        ...(run.delivery ? { delivery: run.delivery } : {}),
        ...(run.startAt === undefined ? {} : { startAt: run.startAt }),
        ...(run.held ? { held: run.heldBecause ?? 'aborted' } : {}),
      },
    ]
  })
  const rank = ({ delivery, startAt = 0 }: WaitingMessage) => (delivery === 'steer' ? -1 : startAt)
  return waiting.sort((a, b) => rank(a) - rank(b))
}

/** A run that is a place in the queue, or was one, and never a turn of its own. */
export function isOnlyQueued(run: RunRecord): boolean {
  if (run.status === 'scheduled' || run.joined !== undefined) return true
  return run.stopReason === 'removed'
}

/** When it will be sent, or why it is not, as the text of its line. */
export function whenSaid(message: WaitingMessage, now: number): string {
  if (message.held === 'error') return strings.onHoldAfterFailure
  if (message.held === 'aborted') return strings.onHoldAfterStop
  if (message.delivery === 'steer') return strings.withTheNextRound
  if (message.startAt === undefined) return strings.afterThisRun
  const at = new Date(message.startAt)
  const today = at.toDateString() === new Date(now).toDateString()
  const time = at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return today ? `At ${time}` : `On ${at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' })} at ${time}`
}

/** A time as `datetime-local` fields take it, in the browser's zone: “2027-01-31T09:00”. */
export function localTime(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Nine o'clock of the next day, in the browser's zone; epoch milliseconds. */
export function tomorrowMorning(now: number): number {
  const date = new Date(now)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 9).getTime()
}
