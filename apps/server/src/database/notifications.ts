import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Topics } from './topics.ts'

const channel = 'atelier_wake'
/** A payload has to stay below 8,000 bytes. */
const payloadSize = 7000
const longestTopic = 200

export interface Notifications {
  /** Within a transaction: Postgres sends it once that is committed. Takes names made by `channelName`. */
  notify(client: pg.PoolClient, topics: Iterable<string>): Promise<void>
  close(): Promise<void>
}

/**
 * Wakes `topics` on what other processes commit, over a connection of its own that LISTENs. While that is away
 * everything may have been missed, so its return wakes all listeners; so does the poll, every `pollMs`.
 */
export async function openNotifications(
  settings: pg.ClientConfig,
  topics: Topics,
  pollMs: number,
): Promise<Notifications> {
  const self = randomUUID()
  let client: pg.Client | undefined
  let reconnect: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ ...settings, keepAlive: true })
    const lost = () => {
      if (client !== next) return
      client = undefined
      next.end().catch(() => {})
      retry(100)
    }
    next.on('error', lost)
    next.on('end', lost)
    next.on('notification', ({ payload }) => receive(payload ?? ''))
    await next.connect()
    await next.query(`listen ${channel}`)
    if (closed) return void (await next.end())
    client = next
  }

  function retry(delayMs: number) {
    if (closed) return
    reconnect = setTimeout(() => {
      connect().then(
        () => topics.wakeAll(),
        () => retry(Math.min(delayMs * 2, 5000)),
      )
    }, delayMs)
    reconnect.unref()
  }

  function receive(payload: string) {
    const [from, ...names] = payload.split('\n')
    // This process has already woken its own listeners of what it committed.
    if (from === self) return
    topics.wake(names)
  }

  await connect()
  const poll = setInterval(() => topics.wakeAll(), pollMs)
  poll.unref()

  return {
    async notify(on, names) {
      let payload = self
      const send = () => on.query({ name: 'wake', text: `select pg_notify('${channel}', $1)`, values: [payload] })
      for (const name of names) {
        if (Buffer.byteLength(payload) + Buffer.byteLength(name) > payloadSize) {
          await send()
          payload = self
        }
        payload += `\n${name}`
      }
      if (payload !== self) await send()
    },
    async close() {
      closed = true
      clearTimeout(reconnect)
      clearInterval(poll)
      const last = client
      client = undefined
      await last?.end()
    },
  }
}

/** A topic as it travels, and as its listeners are kept: itself, or its hash if it is long or holds the separator. */
export function channelName(topic: string): string {
  if (topic.length <= longestTopic && !topic.includes('\n')) return topic
  return `#${createHash('sha256').update(topic).digest('hex')}`
}
