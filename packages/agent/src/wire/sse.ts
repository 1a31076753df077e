export interface SseEvent {
  /** The event's name; empty if the wire names none. */
  event: string
  /** Its data lines, joined by line feeds. */
  data: string
}

export interface SseDecoder {
  /** The events that these bytes completed. Takes any cut: within a code point, a line ending or a field. */
  push(bytes: Uint8Array): SseEvent[]
  /** The body ended: an event whose closing blank line is missing is still given. */
  end(): SseEvent[]
  /** Characters held back for an event that is not complete yet. */
  pending(): number
}

/**
 * Decodes a server-sent event stream (WHATWG HTML, 9.2.6) incrementally and in linear time: only the new piece is
 * searched for line ends, so one-byte packets within a long line cost no more than whole ones.
 */
export function createSseDecoder(): SseDecoder {
  const decoder = new TextDecoder()
  let rest = ''
  let event = ''
  let data: string | undefined
  let held = 0
  let skipLineFeed = false

  function line(text: string, out: SseEvent[]) {
    if (text === '') {
      if (data !== undefined) out.push({ event, data })
      event = ''
      data = undefined
      held = 0
      return
    }
    const colon = text.indexOf(':')
    if (colon === 0) return
    const at = colon < 0 ? text.length : colon
    if (at === 4 && text.startsWith('data')) {
      const value = valueFrom(text, at)
      data = data === undefined ? value : `${data}\n${value}`
      held = data.length
    } else if (at === 5 && text.startsWith('event')) event = valueFrom(text, at)
  }

  function take(piece: string): SseEvent[] {
    const out: SseEvent[] = []
    let start = 0
    if (skipLineFeed && piece.length > 0) {
      if (piece.charCodeAt(0) === 10) start = 1
      skipLineFeed = false
    }
    const returns = piece.includes('\r')
    for (;;) {
      const end = lineEnd(piece, start, returns)
      if (end < 0) break
      line(rest + piece.slice(start, end), out)
      rest = ''
      start = end + 1
      if (piece.charCodeAt(end) !== 13) continue
      if (start === piece.length) skipLineFeed = true
      else if (piece.charCodeAt(start) === 10) start += 1
    }
    rest += start === 0 ? piece : piece.slice(start)
    return out
  }

  return {
    push: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end() {
      const out = take(decoder.decode())
      if (rest !== '') line(rest, out)
      rest = ''
      line('', out)
      return out
    },
    pending: () => rest.length + held,
  }
}

/** The text after a field's colon, less one space. */
function valueFrom(text: string, colon: number): string {
  return text.slice(text.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1)
}

function lineEnd(text: string, from: number, returns: boolean): number {
  const feed = text.indexOf('\n', from)
  if (!returns) return feed
  const carriage = text.indexOf('\r', from)
  if (carriage < 0) return feed
  return feed < 0 ? carriage : Math.min(feed, carriage)
}
