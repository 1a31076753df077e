import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { isRecord } from '@atelier/operation'

/** A message of the DevTools protocol that answers nothing. */
export interface BrowserEvent {
  method: string
  params: Record<string, unknown>
  sessionId?: string
}

/** A headless Chromium, controlled over pipes, so that it opens no port. */
export interface Browser {
  /** @throws if Chromium answers with an error, or is gone */
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>
  listen(listener: (event: BrowserEvent) => void): () => void
  readonly gone: boolean
  close(): Promise<void>
}

const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-sync',
  '--disable-quic',
  '--disable-default-apps',
  '--disable-dev-shm-usage',
  '--hide-scrollbars',
  '--mute-audio',
  '--metrics-recording-only',
  // Names resolve to nothing: what is rendered reaches no network, whatever it asks for.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
]

/** Chromium's own sandbox does not start for root; there, and only there, it is left out. */
export function launchBrowser(path: string): Browser {
  const profile = mkdtempSync(join(tmpdir(), 'atelier-browser-'))
  const asRoot = process.getuid?.() === 0
  const child: ChildProcess = spawn(
    path,
    [...flags, ...(asRoot ? ['--no-sandbox'] : []), `--user-data-dir=${profile}`, 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { PATH: process.env.PATH, HOME: profile } },
  )
  const waiting = new Map<number, { resolve(result: Record<string, unknown>): void; reject(error: Error): void }>()
  const listeners = new Set<(event: BrowserEvent) => void>()
  let lastId = 0
  let gone = false
  const [, , , input, output] = child.stdio
  const writable = input as Writable
  const readable = output as Readable

  const end = (why: string) => {
    if (gone) return
    gone = true
    for (const { reject } of waiting.values()) reject(new Error(why))
    waiting.clear()
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      end(`Chromium ended with ${code}`)
      resolve()
    })
    child.once('error', (error) => {
      end(`Chromium could not be started: ${error.message}`)
      resolve()
    })
  }).then(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  // A write to a browser that has just died; its exit says so.
  writable.on('error', () => end('The pipe to Chromium broke'))

  let rest: Buffer[] = []
  readable.on('data', (chunk: Buffer) => {
    let from = 0
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      rest.push(chunk.subarray(from, at))
      receive(Buffer.concat(rest).toString('utf8'))
      rest = []
      from = at + 1
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  })

  function receive(text: string) {
    const message: unknown = JSON.parse(text)
    if (!isRecord(message)) return
    if (typeof message.id === 'number') {
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (isRecord(message.error)) call?.reject(new Error(`Chromium: ${String(message.error.message)}`))
      else call?.resolve(isRecord(message.result) ? message.result : {})
    } else if (typeof message.method === 'string') {
      const sessionId = typeof message.sessionId === 'string' ? { sessionId: message.sessionId } : {}
      const event = { method: message.method, params: isRecord(message.params) ? message.params : {}, ...sessionId }
      for (const listener of [...listeners]) listener(event)
    }
  }

  return {
    get gone() {
      return gone
    },
    send(method, params = {}, sessionId) {
      if (gone) return Promise.reject(new Error('Chromium is gone'))
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        writable.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
      })
    },
    listen(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    async close() {
      if (!gone) child.kill('SIGKILL')
      await exited
    },
  }
}
