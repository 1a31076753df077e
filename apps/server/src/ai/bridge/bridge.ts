import type { Execution, Focus } from '@atelier/agent'
import { type Envelope, fail, type Operation } from '@atelier/operation'
import type { Append, Database, Fence, Query, SessionStreams } from '@atelier/streams'
import type { Log } from '../../log/log.ts'
import type { RenderCall } from '../../operations/executors.ts'
import type { Render } from './headless/render.ts'
import { createRequests, type Requests } from './requests.ts'
import { bridgeTopic, createTabs, servedBy, type Tabs } from './tabs.ts'

/** A call of a run that something with the page on its screen has to carry out. */
export interface ViewCall extends RenderCall {
  sessionId: string
  runId: string
  toolCallId: string
  fence: Fence
  /** The call's record while a tab is at it. */
  running(execution: Execution): Append[]
}

/**
 * Where `view` operations are carried out: in the tab that holds the session's lease, in the next one when that closes,
 * and in a browser without a window if there is no tab. If there is no such browser either, the result is undefined.
 */
export interface Bridge {
  readonly tabs: Tabs
  readonly requests: Requests
  /**
   * A run's call. Always answers before its deadline, so an idle tab holds up no run. `rows`
   * belong in the commit of the result, which closes the request. Aborting ends it at once.
   */
  call(call: ViewCall, signal: AbortSignal): Promise<{ result: Envelope | undefined; rows: Query[] }>
  /** A person's own call, without a conversation: no tab is called. */
  render(call: RenderCall): Promise<Envelope | undefined>
  close(): Promise<void>
}

export interface BridgeOptions {
  database: Database
  streams: SessionStreams
  now(): number
  newId(): string
  log: Log
  /** Time limit of a call over all tabs that are tried, in milliseconds (90,000). */
  timeoutMs?: number
  /** How often leases and deadlines are checked without being woken, in milliseconds (500). */
  pollMs?: number
  /** Undefined if no Chromium is installed. */
  headless: Render | undefined
}

/** The browser of the server shows pages of a site; what other scopes look at is not there. */
const isOfSite = ({ executor, scope }: Operation) => executor === 'view' && scope === 'site'

export function createBridge(options: BridgeOptions): Bridge {
  const { database, streams, now, newId, log, headless, timeoutMs = 90_000, pollMs = 500 } = options
  const tabs = createTabs(options)
  const requests = createRequests(options)

  const render = async (call: RenderCall): Promise<Envelope | undefined> => {
    if (!headless || !isOfSite(call.operation.operation)) return undefined
    try {
      return await headless.render(call)
    } catch (error) {
      log.error({ err: error, operation: call.operation.operation.id }, 'the browser of the server failed')
      return fail('render_failed', 'The browser of the server could not render the page.', {
        hint: 'Open the project in an editor tab, or continue without looking at it.',
      })
    }
  }

  /** Asks a tab: the row that its answer goes to, and the record that it reads, in one commit behind the run's fence. */
  const ask = async (call: ViewCall, executorId: string, deadline: number): Promise<boolean> => {
    const requestId = newId()
    const execution = { bridgeId: call.runId, requestId, executorId, picture: call.picture, ...openedIn(call.focus) }
    const outcome = await streams.commit({
      fence: call.fence,
      appends: call.running(execution),
      rows: requests.asking({
        id: requestId,
        bridge_id: call.runId,
        session_id: call.sessionId,
        tool_call_id: call.toolCallId,
        executor_id: executorId,
        created_at: now(),
        deadline,
      }),
    })
    return outcome.ok
  }

  const carriedOut = async (call: ViewCall, signal: AbortSignal): Promise<Envelope | undefined> => {
    const waker = createWaker(database, bridgeTopic(call.sessionId))
    let deadline: number | undefined
    try {
      for (;;) {
        if (signal.aborted) return fail('aborted', 'The call was cancelled before the editor answered.')
        const asked = await requests.ofCall(call.toolCallId)
        const answer = asked.find(({ status }) => status === 'answered')
        if (answer?.result) return JSON.parse(answer.result)
        // A server that takes over a run finds what was asked before, and when its time is over.
        deadline ??= asked[0]?.deadline ?? now() + timeoutMs
        const open = asked.findLast(({ status }) => status === 'open')
        if (now() >= deadline) {
          // A tab that does not answer goes to the end of the queue.
          if (open) await tabs.leave(call.sessionId, open.executor_id)
          return timedOut(timeoutMs)
        }
        if (!open || !(await tabs.alive(call.sessionId, open.executor_id))) {
          const holder = await tabs.holder(call.sessionId, servedBy(call.operation.operation))
          if (holder === undefined) return await render(call)
          if (!(await ask(call, holder, deadline))) return fail('lost', 'The run continues on another server.')
        }
        await waker.next(Math.min(pollMs, Math.max(1, deadline - now())), signal)
      }
    } finally {
      waker.close()
    }
  }

  return {
    tabs,
    requests,
    async call(call, signal) {
      return { result: await carriedOut(call, signal), rows: requests.settling(call.toolCallId) }
    },
    render,
    close: async () => headless?.close(),
  }
}

function timedOut(timeoutMs: number): Envelope<never> {
  return fail('editor_timeout', `The editor did not answer within ${Math.round(timeoutMs / 100) / 10} seconds.`, {
    hint: 'Its tab may be asleep. Continue with what read_document returns, or try once more.',
  })
}

function openedIn({ documentId, activeBreakpointId }: Focus) {
  return { ...(documentId ? { documentId } : {}), ...(activeBreakpointId ? { activeBreakpointId } : {}) }
}

interface Waker {
  /** Resolves when the topic was woken since the last time, after `ms`, or when `signal` is aborted. */
  next(ms: number, signal: AbortSignal): Promise<void>
  close(): void
}

function createWaker(database: Database, topic: string): Waker {
  let woken = false
  let tell: () => void = () => undefined
  const unsubscribe = database.subscribe(topic, () => {
    woken = true
    tell()
  })
  return {
    async next(ms, signal) {
      if (!woken && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const done = () => {
            clearTimeout(timer)
            signal.removeEventListener('abort', done)
            resolve()
          }
          const timer = setTimeout(done, ms)
          signal.addEventListener('abort', done, { once: true })
          tell = done
        })
      }
      woken = false
    },
    close: unsubscribe,
  }
}
