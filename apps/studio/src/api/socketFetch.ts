import { AnswerHead } from '@atelier/api'
import { Value } from 'typebox/value'

/** Statuses whose answers have no body, not even an empty one. */
const bodiless = new Set([204, 205, 304])

/**
 * Reads one of the `answerSocketRoutes` over a WebSocket, so that it takes none of the six connections that a browser
 * opens to a server for all of its tabs. Takes the address and the signal of a request, and rejects as `fetch` does.
 */
export const socketFetch: typeof globalThis.fetch = (input, init) =>
  new Promise((resolve, reject) => {
    const request = new Request(input, init)
    const { signal } = request
    if (signal.aborted) return reject(signal.reason)
    const socket = new WebSocket(request.url.replace(/^http/, 'ws'))
    socket.binaryType = 'arraybuffer'
    let body: ReadableStreamDefaultController<Uint8Array> | undefined
    let isOver = false

    const end = (cause?: unknown) => {
      if (isOver) return
      isOver = true
      signal.removeEventListener('abort', abort)
      socket.close()
      if (cause === undefined) body?.close()
      else if (body) body.error(cause)
      else reject(cause)
    }
    const abort = () => end(signal.reason)
    signal.addEventListener('abort', abort)

    function begin(head: AnswerHead) {
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          body = controller
        },
        cancel() {
          body = undefined
          end(new TypeError('Nobody reads the answer any more.'))
        },
      })
      resolve(new Response(bodiless.has(head.status) ? null : stream, head))
    }

    socket.addEventListener('message', ({ data }) => {
      if (isOver) return
      if (data instanceof ArrayBuffer) return body?.enqueue(new Uint8Array(data))
      const head = parsed(String(data))
      if (Value.Check(AnswerHead, head)) begin(head)
      else end(new TypeError('The answer begins with something else than its head.'))
    })
    socket.addEventListener('close', ({ code }) =>
      end(code === 1000 && body ? undefined : new TypeError('The connection was cut.')),
    )
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
