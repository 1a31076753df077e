import { type NdjsonProjection, parseRecords } from '@atelier/agent'
import type { StreamStore } from '@atelier/streams'

/**
 * One run's lines as they come, from `offset` of the session's stream to the run's end. It only reads: one that goes
 * away ends this, and nothing else.
 */
export function followRun(
  streams: StreamStore,
  path: string,
  offset: string,
  projection: NdjsonProjection,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let at = offset
  let stopped = false
  let cancelled = false
  let wake: () => void = () => undefined
  // Whether the stream may hold more than was read; it is read only after a wake-up.
  let news = true
  const unsubscribe = streams.subscribe(path, () => {
    news = true
    wake()
  })
  const stop = () => {
    stopped = true
    unsubscribe()
    wake()
  }
  signal.addEventListener('abort', stop, { once: true })
  const failed = (error: unknown): never => {
    stop()
    signal.removeEventListener('abort', stop)
    throw error
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        if (!news && !stopped) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
        news = false
        // As many bytes as a reader who has stopped reading may leave in memory, whatever the records hold.
        const read = stopped ? undefined : await streams.readFrom(path, at).catch(failed)
        if (!read?.ok || stopped) break
        at = read.nextOffset
        let lines = ''
        for (const record of parseRecords(read.entries)) {
          for (const event of projection.push(record)) lines += `${JSON.stringify(event)}\n`
        }
        if (lines !== '') controller.enqueue(encoder.encode(lines))
        if (projection.ended() || (read.upToDate && read.closed)) break
        if (!read.upToDate) news = true
        if (lines !== '') return
      }
      const gone = cancelled
      stop()
      signal.removeEventListener('abort', stop)
      if (!gone) controller.close()
    },
    cancel() {
      cancelled = true
      stop()
    },
  })
}
