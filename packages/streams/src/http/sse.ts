import { isTextType } from '../contract/contentType.ts'
import type { ReadFrom } from '../contract/port.ts'
import { joinEntries } from './body.ts'
import { nextCursor } from './cursor.ts'
import { refusalResponse } from './errors.ts'
import type { StreamHandlerOptions } from './handler.ts'
import { streamHeader } from './headers.ts'
import { liveSignal } from './read.ts'
import type { ReadQuery } from './request.ts'
import { Waiter } from './waiter.ts'

type Found = Extract<ReadFrom, { ok: true }>

/**
 * A read that continues: each batch is a `data` event (JSON array, text, or base64 for anything else) with a `control`
 * event behind it, which holds the offset to continue from. Ends when the stream is closed or removed, and after `sseMaxMs`.
 */
export async function serverSentEvents(
  options: StreamHandlerOptions,
  request: Request,
  path: string,
  query: ReadQuery,
): Promise<Response> {
  const stopped = new AbortController()
  const signal = AbortSignal.any([liveSignal(options, request), stopped.signal])
  const waiter = new Waiter((listener) => options.store.subscribe(path, listener), signal)
  let offset = query.offset ?? '-1'
  let next: ReadFrom | undefined = await readOrStop(offset)
  if (!next.ok) {
    waiter.stop()
    return refusalResponse(next)
  }
  const binary = !isTextType(next.info.contentType)
  let cursor = query.cursor
  let first = true
  const end = performance.now() + (options.sseMaxMs ?? 60_000)

  const events = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const found: ReadFrom = next ?? (await readOrStop(offset))
          next = undefined
          if (!found.ok || signal.aborted) return finish(controller)
          const closed = found.closed && found.upToDate
          if (found.entries.length > 0 || first || closed) {
            first = false
            offset = found.nextOffset
            cursor = nextCursor(cursor, options.now(), options.random ?? Math.random)
            controller.enqueue(new TextEncoder().encode(eventsOf(found, binary, closed ? undefined : cursor)))
            return closed ? finish(controller) : undefined
          }
          const left = end - performance.now()
          if (left <= 0) return finish(controller)
          const quietMs = options.keepAliveMs ?? 15_000
          if (await waiter.wait(Math.min(left, quietMs))) continue
          if (end > performance.now()) return controller.enqueue(new TextEncoder().encode(': still here\n\n'))
        }
      },
      cancel() {
        stopped.abort()
      },
    },
    { highWaterMark: 0 },
  )

  /** A storage that fails ends the events; nothing of them may stay behind. */
  async function readOrStop(from: string): Promise<ReadFrom> {
    waiter.arm()
    try {
      return await options.store.readFrom(path, from)
    } catch (error) {
      waiter.stop()
      throw error
    }
  }

  function finish(controller: ReadableStreamDefaultController) {
    stopped.abort()
    controller.close()
  }

  return new Response(events, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
      ...(binary ? { [streamHeader.sseEncoding]: 'base64' } : {}),
    },
  })
}

function eventsOf(found: Found, binary: boolean, cursor: string | undefined): string {
  const control = {
    streamNextOffset: found.nextOffset,
    ...(cursor === undefined ? {} : { streamCursor: cursor }),
    ...(found.upToDate ? { upToDate: true } : {}),
    ...(found.upToDate && found.closed ? { streamClosed: true } : {}),
  }
  return `${dataEvent(found, binary)}event: control\ndata:${JSON.stringify(control)}\n\n`
}

function dataEvent(found: Found, binary: boolean): string {
  if (found.entries.length === 0) return ''
  const bytes = joinEntries(found.entries, found.info.contentType)
  const text = binary ? base64(bytes) : new TextDecoder().decode(bytes)
  // Every kind of line end starts a line of its own, so that a payload cannot end the event.
  const lines = text.split(/\r\n|\r|\n/).map((line) => `data:${line.startsWith(' ') ? ' ' : ''}${line}\n`)
  return `event: data\n${lines.join('')}\n`
}

function base64(bytes: Uint8Array): string {
  let text = ''
  const step = 0x8000
  for (let at = 0; at < bytes.length; at += step) text += String.fromCharCode(...bytes.subarray(at, at + step))
  return btoa(text)
}
