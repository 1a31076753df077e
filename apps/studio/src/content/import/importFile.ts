import type { AnswerMessage, Requests } from './messages.ts'

/** The thread that reads a file and plans what it brings. */
export interface ImportThread {
  ask<Kind extends keyof Requests>(
    kind: Kind,
    asks: Requests[Kind]['asks'],
    onProgress?: (fraction: number) => void,
  ): Promise<Requests[Kind]['answers']>
  close(): void
}

interface Waiting {
  // The thread answers each question with what `Requests` says of it.
  resolve(answer: unknown): void
  reject(error: Error): void
  onProgress: ((fraction: number) => void) | undefined
}

export function openImportThread(
  start = () => new Worker(new URL('./importWorker.ts', import.meta.url), { type: 'module' }),
): ImportThread {
  const worker = start()
  const waiting = new Map<number, Waiting>()
  let last = 0
  worker.addEventListener('message', ({ data }: MessageEvent<AnswerMessage>) => {
    const asked = waiting.get(data.id)
    if (!asked) return
    if ('progress' in data) return asked.onProgress?.(data.progress)
    waiting.delete(data.id)
    if (data.ok) asked.resolve(data.answer)
    else asked.reject(new Error(data.message))
  })
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || 'The file could not be read.'))
    waiting.clear()
  })
  return {
    ask(kind, asks, onProgress) {
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject, onProgress })
        worker.postMessage({ id, kind, asks })
      })
    },
    close: () => worker.terminate(),
  }
}
