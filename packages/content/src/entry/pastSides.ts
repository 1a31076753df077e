import type { Json } from '@atelier/documents'

/** Characters of a value that an answer shows whole, of the equal text around a change, and of the changed text. */
const SHOWN = 300
const AROUND = 60
const CHANGED = 1_500

/**
 * A value before and after a change as an answer shows them: of long texts the part that differs, with a few words
 * around it.
 */
export function pastSides(before: Json | undefined, after: Json | undefined): { before?: Json; after?: Json } {
  if (typeof before === 'string' && typeof after === 'string' && Math.max(before.length, after.length) > SHOWN) {
    const start = commonStart(before, after)
    const end = commonEnd(before, after, start)
    const from = wordStart(before, Math.max(0, start - AROUND))
    return { before: cutSide(before, from, end), after: cutSide(after, from, end) }
  }
  return {
    ...(before === undefined ? {} : { before: shortenPast(before) }),
    ...(after === undefined ? {} : { after: shortenPast(after) }),
  }
}

function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

/** The length of the equal ends of two texts, behind their equal starts. */
function commonEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start
  let length = 0
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1
  return length
}

const wordStart = (text: string, at: number): number => {
  const blank = at === 0 ? -1 : text.indexOf(' ', at)
  return blank < 0 || blank > at + AROUND / 2 ? at : blank + 1
}

function cutSide(text: string, from: number, end: number): string {
  const to = Math.min(text.length, text.length - end + AROUND)
  const part = text.slice(from, Math.min(to, from + CHANGED))
  return `${from > 0 ? '…' : ''}${part}${from + part.length < text.length ? '…' : ''}`
}

function shortenPast(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= SHOWN ? value : `${text.slice(0, SHOWN)}…`
}
