import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { WebSocket } from 'ws'

/** The heap of another process, over its inspector. */
export interface Heap {
  /** Megabytes in use after a forced collection, those of buffers included. */
  collected(): Promise<number>
  close(): void
}

const Usage = Type.Object({
  usedSize: Type.Number(),
  embedderHeapUsedSize: Type.Optional(Type.Number()),
  backingStorageSize: Type.Optional(Type.Number()),
})
const Answer = Type.Object({ id: Type.Number(), result: Type.Optional(Type.Unknown()) })

/** @param errors what a process started with `--inspect` has written to standard error */
export async function openHeap(errors: string): Promise<Heap> {
  const address = /ws:\/\/\S+/.exec(errors)?.[0]
  if (!address) throw new Error('The server has no inspector')
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  let last = 0
  const call = (method: string) =>
    new Promise<unknown>((resolve) => {
      const id = ++last
      const onMessage = (data: unknown) => {
        const answer: unknown = JSON.parse(String(data))
        if (!Value.Check(Answer, answer) || answer.id !== id) return
        socket.off('message', onMessage)
        resolve(answer.result)
      }
      socket.on('message', onMessage)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    async collected() {
      // Objects freed by a first collection may hold more that only a second one finds.
      await call('HeapProfiler.collectGarbage')
      await call('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize = 0 } = Value.Parse(Usage, await call('Runtime.getHeapUsage'))
      return (usedSize + backingStorageSize) / 1e6
    },
    close: () => socket.close(),
  }
}
