import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Entry, EntryEdit } from '@atelier/content'
import type { HeldDraftSet, View } from '@atelier/documents'
import { errorMessage } from '@atelier/operation'
import type { FromThread, Outcome, Task, ToThread } from './messages.ts'

/** How long a thread is kept that has nothing to do. */
const IDLE_MS = 60_000
/** Fields of a document, and bytes of a file, that go over in one message. */
const FIELDS_PER_MESSAGE = 1_000
const BYTES_PER_MESSAGE = 4 * 1024 * 1024
const MEMORY_MB = 1024
/** Short-lived objects are collected early, so that a thread takes little more than its live data. */
const YOUNG_MB = 16

/** The server's services for a task in a thread. */
export interface Surroundings {
  open(documentId: string): Promise<View | undefined>
  /** Absent if nothing may be written. */
  drafts?: Pick<HeldDraftSet, 'open' | 'createEncoded'>
  /** Objects whose methods the task may call, by name. */
  services?: object
  /** Fields that may be written; of more, all are counted and none is kept. */
  maxChanges?: number
  /** Each takes a part of what the task returns. */
  onEntries?(entries: readonly Entry[]): void
  onEdits?(edits: readonly EntryEdit[]): void
  onProgress?(progress: { step: 'pages' | 'media'; done: number; total: number }): void
}

/** A thread for one caller only, until its work is done. */
export interface ThreadSession {
  sendFile(path: string, bytes: Uint8Array, isLink?: boolean): Promise<void>
  /** @throws TaskGivenUp, and if the task threw */
  carryOut(task: Task, surroundings: Surroundings): Promise<Outcome>
}

/** The thread exceeded its deadline, or took more memory than it may. */
export class TaskGivenUp extends Error {
  override name = 'TaskGivenUp'
}

export interface Threads {
  /**
   * Does something with a thread of its own, when one is free; it is abandoned when it takes longer than `deadlineMs`.
   * `once` ends the thread afterwards, which otherwise keeps its memory for a while.
   */
  use<Result>(
    deadlineMs: number,
    work: (session: ThreadSession) => Promise<Result>,
    options?: { once?: boolean },
  ): Promise<Result>
  close(): Promise<void>
}

interface Thread {
  worker: Worker
  idle?: NodeJS.Timeout
}

/**
 * @param most how many threads there are at a time; further work waits
 * @param program the program of a thread, where it is not the one that belongs to this file
 */
export function createThreads(most: number, program: URL = threadFile()): Threads {
  const free: Thread[] = []
  const all = new Set<Thread>()
  const waiting: ((thread: Thread) => void)[] = []
  let closed = false

  function start(): Thread {
    const worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    const thread: Thread = { worker }
    all.add(thread)
    worker.once('exit', () => {
      all.delete(thread)
      clearTimeout(thread.idle)
      const place = free.indexOf(thread)
      if (place >= 0) free.splice(place, 1)
      const next = all.size < most && !closed ? waiting.shift() : undefined
      next?.(start())
    })
    worker.unref()
    return thread
  }

  async function take(): Promise<Thread> {
    const thread = free.pop() ?? (all.size < most ? start() : undefined)
    if (!thread) return new Promise((resolve) => waiting.push(resolve))
    clearTimeout(thread.idle)
    return thread
  }

  function giveBack(thread: Thread): void {
    if (!all.has(thread)) return
    const next = waiting.shift()
    if (next) {
      next(thread)
      return
    }
    thread.idle = setTimeout(() => void thread.worker.terminate(), IDLE_MS)
    thread.idle.unref()
    free.push(thread)
  }

  return {
    async use(deadlineMs, work, { once = false } = {}) {
      const thread = await take()
      const deadline = setTimeout(() => void thread.worker.terminate(), deadlineMs)
      try {
        return await work(sessionOf(thread.worker))
      } finally {
        clearTimeout(deadline)
        if (once) await thread.worker.terminate()
        else if (all.has(thread)) {
          thread.worker.postMessage({ type: 'reset' } satisfies ToThread)
          giveBack(thread)
        }
      }
    },
    async close() {
      closed = true
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}

function sessionOf(worker: Worker): ThreadSession {
  const tell = (message: ToThread) => worker.postMessage(message)
  return {
    async sendFile(path, bytes, isLink = false) {
      for (let from = 0; from === 0 || from < bytes.byteLength; from += BYTES_PER_MESSAGE) {
        const to = from + BYTES_PER_MESSAGE
        // A copy of only the piece: a view would take the whole of what it is a view of with it.
        tell({ type: 'file', path, isLink, piece: bytes.slice(from, to), isLast: to >= bytes.byteLength })
        await turn()
      }
    },
    carryOut: (task, surroundings) => carryOut(worker, tell, task, surroundings),
  }
}

function carryOut(
  worker: Worker,
  tell: (message: ToThread) => void,
  task: Task,
  surroundings: Surroundings,
): Promise<Outcome> {
  const { open, drafts, services = {}, maxChanges = Number.POSITIVE_INFINITY } = surroundings
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
  const methods = new Map(
    Object.entries(services).map(([name, service]) => [name, new Map<string, unknown>(Object.entries(service ?? {}))]),
  )
  let changes = 0

  const sendDocument = async (id: number, documentId: string) => {
    const view = await open(documentId)
    const keys = [...(view?.keys() ?? [])]
    for (let from = 0; from < keys.length; from += FIELDS_PER_MESSAGE) {
      const entries = keys.slice(from, from + FIELDS_PER_MESSAGE).flatMap((key) => {
        const value = view?.get(key)
        return value === undefined ? [] : [[key, value] as [string, typeof value]]
      })
      tell({ type: 'fields', id, entries })
      await turn()
    }
    tell({ type: 'opened', id, exists: view !== undefined })
  }

  const serve = async ({ service, method, args, id }: Extract<FromThread, { type: 'service' }>) => {
    const answer = methods.get(service)?.get(method)
    if (typeof answer !== 'function') throw new Error(`There is no ${service}.${method}`)
    tell({ type: 'answered', id, value: await answer(...args) })
  }

  const write = async ({ documentId, patches }: Extract<FromThread, { type: 'patches' }>) => {
    changes += patches.length
    const draft = await drafts?.open(documentId)
    if (draft && changes <= maxChanges) {
      for (const { key, after } of patches) {
        if (after === undefined) draft.delete(key)
        else draft.set(key, after)
      }
    }
    await turn()
    tell({ type: 'next' })
  }

  const next = () => void turn().then(() => tell({ type: 'next' }))

  const onMessage = (message: FromThread) => {
    const failed = (id: number) => (error: unknown) => tell({ type: 'failed', id, message: errorMessage(error) })
    switch (message.type) {
      case 'open':
        sendDocument(message.id, message.documentId).catch(failed(message.id))
        break
      case 'service':
        serve(message).catch(failed(message.id))
        break
      case 'progress':
        surroundings.onProgress?.({ step: message.step, done: message.done, total: message.total })
        break
      case 'created':
        drafts?.createEncoded(message.documentId, message.document)
        next()
        break
      case 'entries':
        surroundings.onEntries?.(message.entries)
        next()
        break
      case 'edits':
        surroundings.onEdits?.(message.edits)
        next()
        break
      case 'patches':
        write(message).catch(reject)
        break
      case 'done':
        resolve(message.outcome)
        break
      case 'threw':
        reject(Object.assign(new Error(message.message), { stack: message.stack }))
        break
    }
  }
  const onError = (error: unknown) => {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isMemory ? new TaskGivenUp('The thread ran out of memory') : error)
  }
  const onExit = () => reject(new TaskGivenUp('The thread was ended'))
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  const offered = [...methods].map(([name, service]): [string, string[]] => [
    name,
    [...service].flatMap(([method, value]) => (typeof value === 'function' ? [method] : [])),
  ])
  tell({ type: 'task', task, services: Object.fromEntries(offered) })
  return promise.finally(() => {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  })
}

/** The thread's file: beside this one as a source, beside the server's own in a build, whose chunks lie in a folder. */
function threadFile(): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL('./thread.ts', here)
  return new URL(here.includes('/chunks/') ? '../heavyThread.mjs' : './heavyThread.mjs', here)
}
