/** A complete answer's content, in no wire's words: two folds of the same bytes must agree on it. */
export interface Heard {
  text: string
  /** Readable reasoning, in order. */
  reasoning: string
  /** Signatures and encrypted reasoning, in order. */
  seals: string[]
  calls: { id: string; name: string; input: unknown }[]
  stop: string
  usage: {
    input: number
    cacheRead: number
    cacheWrite: number
    output: number
    reasoning: number
  }
}

/** The bytes as a server's answer in packets that end at these places. */
export function inPackets(bytes: Uint8Array, ends: readonly number[]): Response {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let from = 0
      for (const end of [...ends, bytes.length]) {
        if (end > from) controller.enqueue(bytes.slice(from, end))
        from = Math.max(from, end)
      }
      controller.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

export function every(length: number, size: number): number[] {
  return Array.from({ length: Math.floor(size / length) }, (_, at) => (at + 1) * length)
}
