import {
  approvalUpserted,
  chunkInserted,
  createFolder,
  type Folder,
  isSessionRecord,
  messageUpserted,
  runUpserted,
  type SessionRecord,
} from '@atelier/agent'
import type { RunSummary } from '@atelier/api'
import type { ApiError } from '@atelier/api/client'
import { FetchError, stream } from '@durable-streams/client'
import { readEarlier, readSession, type SessionPart, streamUrl } from '../../../api/agent.ts'
import { socketFetch } from '../../../api/socketFetch.ts'
import { viewRequests } from '../bridge/requests.ts'
import * as strings from '../texts/strings.ts'
import { emptyTranscript, isActive, type Transcript } from './transcript.ts'
import { createTranscriptView } from './view.ts'
import { waitingMessages } from './waiting.ts'

export interface TranscriptReader {
  get(): Transcript
  subscribe(listener: () => void): () => void
  /** Reads the part before the first message that is known, if there is one and it is not being read. */
  loadEarlier(): void
  /** Ends the reading and its connection. */
  close(): void
}

export interface ReaderOptions {
  /** Where the studio's server is; the page's own origin when left out. */
  origin?: string
  /** Called before listeners are notified of new records; batches those of one frame. */
  schedule?: (notify: () => void) => void
}

/**
 * Reads a session and keeps reading its stream, live. A cut connection resumes at the offset where it was
 * cut, for as long as it takes, and `status` says so meanwhile.
 */
export function createTranscriptReader(sessionId: string, options: ReaderOptions = {}): TranscriptReader {
  const { schedule = perFrame } = options
  const folder = createFolder()
  const view = createTranscriptView()
  const listeners = new Set<() => void>()
  const whole = new AbortController()
  let attempt = new AbortController()
  let state = emptyTranscript
  let pending = false
  let dirty = false
  /** The message that the part before ends in front of. */
  let before: string | undefined
  /** Changes of messages and runs of earlier parts, which are not read yet. */
  const late: SessionRecord[] = []

  const take = (record: SessionRecord) => {
    if (before !== undefined && isOfEarlier(record, folder)) late.push(record)
    else folder.push(record)
  }

  const notify = (next: Partial<Pick<Transcript, 'status' | 'error'>> = {}) => {
    if (next.status !== undefined && next.status !== state.status) dirty = true
    state = { ...state, ...next }
    if (pending || whole.signal.aborted) return
    pending = true
    schedule(() => {
      pending = false
      if (!dirty || whole.signal.aborted) return
      dirty = false
      const runs = folder.runs()
      state = {
        ...state,
        turns: view.turns(folder.messages(), runs, folder.approvals()),
        requests: viewRequests(folder.messages()),
        activeRun: runs.findLast(isActive),
        waiting: waitingMessages(folder.messages(), runs),
        knows: (runId) => folder.run(runId) !== undefined,
        contextTokens: runs.findLast((run) => run.contextTokens !== undefined)?.contextTokens ?? state.contextTokens,
      }
      for (const listener of listeners) listener()
    })
  }

  /** Tells a cut connection from a live one by the answers that come, since the client retries on its own. */
  const watched: typeof globalThis.fetch = async (input, init) => {
    try {
      const response = await socketFetch(input, init)
      if (response.ok && state.status !== 'loading') notify({ status: 'live' })
      else if (response.status >= 500) notify({ status: 'reconnecting' })
      return response
    } catch (cause) {
      if (!init?.signal?.aborted && state.status === 'live') notify({ status: 'reconnecting' })
      throw cause
    }
  }

  async function follow() {
    let offset = await start()
    for (let wait = 250; offset !== undefined && !whole.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      attempt = new AbortController()
      try {
        const response = await stream<unknown>({
          url: streamUrl(sessionId, options.origin),
          offset,
          live: 'sse',
          signal: AbortSignal.any([whole.signal, attempt.signal]),
          fetch: watched,
          warnOnHttp: false,
          backoffOptions: { initialDelay: 250, maxDelay: 4000, multiplier: 1.6, maxRetries: Number.POSITIVE_INFINITY },
          sseResilience: { logWarnings: false },
        })
        response.subscribeJson((batch) => {
          for (const item of batch.items) if (isSessionRecord(item)) take(item)
          offset = batch.offset
          wait = 250
          dirty ||= batch.items.length > 0
          notify({ status: 'live' })
        })
        await response.closed
        if (response.streamClosed) return
      } catch (failure) {
        if (whole.signal.aborted) return
        const status = failure instanceof FetchError ? failure.status : undefined
        if (status !== undefined && status >= 400 && status < 500 && status !== 429) {
          fail({ code: status === 404 ? 'not_found' : 'unexpected', status, message: readErrorMessage(status) })
          return
        }
      }
      if (whole.signal.aborted) return
      notify({ status: 'reconnecting' })
      await pauseReading(wait, attempt.signal)
    }
  }

  /** Takes the end of the session, folded, and what the messages that are still written consist of so far. */
  async function start(): Promise<string | undefined> {
    for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
      const answer = await readSession(sessionId, whole.signal, { origin: options.origin })
      if (whole.signal.aborted) return undefined
      if (answer.ok) {
        const { chunks = [], summaries = [], earlier, offset, contextTokens } = answer.value
        state = {
          ...state,
          contextTokens: contextTokens ?? undefined,
          earlier: earlier && { costUsd: earlier.costUsd, loading: false },
          summaries: byRun(summaries),
        }
        before = earlier?.before
        dirty = true
        for (const record of recordsOf(answer.value)) folder.push(record)
        for (const value of chunks) folder.push(chunkInserted(value))
        notify({ status: 'live' })
        return offset
      }
      if (answer.error.status !== 0 && answer.error.status < 500) {
        fail(answer.error)
        return undefined
      }
      notify({ status: 'reconnecting', error: answer.error })
      await pauseReading(wait, attempt.signal)
    }
  }

  async function readBefore(message: string, costUsd: number | undefined) {
    change({ earlier: { costUsd, loading: true } })
    const answer = await readEarlier(sessionId, message, whole.signal, { origin: options.origin })
    if (whole.signal.aborted) return
    // Asked again when the user scrolls there again.
    if (!answer.ok) return change({ earlier: { costUsd, loading: false } })
    const { earlier, summaries } = answer.value
    before = earlier?.before
    folder.prepend(recordsOf(answer.value))
    for (const record of late.splice(0)) take(record)
    change({
      earlier: earlier && { costUsd: earlier.costUsd, loading: false },
      summaries: new Map([...byRun(summaries), ...state.summaries]),
    })
  }

  function change(fields: Pick<Transcript, 'earlier'> & Partial<Pick<Transcript, 'summaries'>>) {
    state = { ...state, ...fields }
    dirty = true
    notify()
  }

  function fail(error: ApiError) {
    dirty = true
    notify({ status: 'failed', error })
  }

  const again = () => attempt.abort()
  globalThis.addEventListener?.('online', again)
  void follow()
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    loadEarlier() {
      if (before !== undefined && state.earlier?.loading === false) void readBefore(before, state.earlier.costUsd)
    },
    close() {
      globalThis.removeEventListener?.('online', again)
      whole.abort()
    },
  }
}

/** Whether a record is a later version of one that was never seen, since it is of an earlier part. */
function isOfEarlier(record: SessionRecord, folder: Folder): boolean {
  if (record.headers.operation !== 'update') return false
  if (record.type === 'message') return folder.message(record.key) === undefined
  return record.type === 'run' && folder.run(record.key) === undefined
}

function recordsOf({ messages, runs, approvals }: Pick<SessionPart, 'messages' | 'runs' | 'approvals'>) {
  return [...messages.map(messageUpserted), ...runs.map(runUpserted), ...approvals.map(approvalUpserted)]
}

const byRun = (summaries: readonly RunSummary[]) => new Map(summaries.map((summary) => [summary.runId, summary]))

function readErrorMessage(status: number): string {
  if (status === 404) return strings.thisChatIsNotThereAny
  if (status === 401) return strings.youAreSignedOut
  return strings.theChatCannotBeReadStatus(status)
}

function perFrame(notify: () => void) {
  // A hidden tab draws no frames, but keeps reading.
  if (document.hidden) setTimeout(notify, 100)
  else requestAnimationFrame(notify)
}

/** Resolves after `ms`, or at once when `signal` aborts. */
function pauseReading(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
