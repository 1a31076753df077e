import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One recorded answer, and how it travels. */
export interface Recording {
  status?: number
  headers?: Record<string, string>
  body: string | Uint8Array
  /** Bytes per packet; the whole body at once if absent. */
  packet?: number
  /** Milliseconds between packets. */
  delayMs?: number
  /** The connection is cut after this many bytes. */
  cutAt?: number
  /** After the body the connection stays open and silent. */
  stall?: boolean
  /** The connection is closed before any part of an answer. */
  hangUp?: boolean
}

export interface Replay {
  url: string
  requests: { path: string; headers: IncomingHttpHeaders; body: unknown }[]
  /** Answers that the client left before their end. */
  abandoned(): number
  close(): Promise<void>
}

/** A server that answers each request with the next recording, byte for byte; the last one stays. */
export async function startReplay(
  recordings: readonly Recording[] | ((request: { path: string; body: unknown }, at: number) => Recording),
): Promise<Replay> {
  const requests: Replay['requests'] = []
  let abandoned = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString()
      const body: unknown = text === '' ? undefined : JSON.parse(text)
      const path = request.url ?? ''
      const at = requests.length
      requests.push({ path, headers: request.headers, body })
      const recording =
        typeof recordings === 'function'
          ? recordings({ path, body }, at)
          : recordings[Math.min(at, recordings.length - 1)]
      response.on('close', () => {
        if (!response.writableFinished) abandoned += 1
      })
      if (recording) void play(recording, response)
      else response.writeHead(500).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests, abandoned: () => abandoned, close: () => closed(server) }
}

async function play(recording: Recording, response: import('node:http').ServerResponse) {
  if (recording.hangUp) {
    response.socket?.destroy()
    return
  }
  const bytes = typeof recording.body === 'string' ? Buffer.from(recording.body) : Buffer.from(recording.body)
  const end = Math.min(bytes.length, recording.cutAt ?? bytes.length)
  const packet = recording.packet ?? Math.max(1, end)
  response.socket?.setNoDelay(true)
  response.writeHead(recording.status ?? 200, { 'content-type': 'text/event-stream', ...recording.headers })
  response.flushHeaders()
  for (let from = 0; from < end && !response.destroyed; from += packet) {
    response.write(bytes.subarray(from, Math.min(end, from + packet)))
    if (recording.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, recording.delayMs))
    else if (from % (packet * 64) === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  if (recording.cutAt !== undefined) response.socket?.destroy()
  else if (!recording.stall) response.end()
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
