import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Draft } from '@atelier/documents'
import { type Envelope, fail, type Operation } from '@atelier/operation'
import type { SiteContext } from '@atelier/site'
import type { FromThread, ThreadCall, ToThread } from './messages.ts'

/** Characters of text from which on a call is run in a thread: fewer take no more than some ten milliseconds. */
export const HEAVY_CHARACTERS = 16_000
/** The most fields of documents that one such call may change, so that its commit holds nobody up either. */
export const MAX_CHANGES = 10_000
const THREADS = 2
const DEADLINE_MS = 15_000
/** How long a thread is kept that has nothing to do. */
const IDLE_MS = 60_000
/** Fields of a document that go over in one message. */
const PER_MESSAGE = 1_000
const MEMORY_MB = 1024

/** Runs operations with much text in threads, with a deadline. */
export interface HeavyCalls {
  /**
   * Runs the operation on the context's drafts; its outcome is that of the operation, or an error that says what one
   * call takes. The drafts are written only where it succeeded.
   * @throws where the operation threw
   */
  run(operation: Operation<SiteContext>, context: SiteContext, input: unknown): Promise<Envelope>
  close(): Promise<void>
}

/** Whether a call is worth a thread. */
export function isHeavy(operation: Operation<SiteContext>, input: unknown): boolean {
  return operation.executor === 'server' && !operation.services && textIn(input) >= HEAVY_CHARACTERS
}

function textIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  for (const [key, inner] of Object.entries(value)) sum += key.length + textIn(inner)
  return sum
}

interface Thread {
  worker: Worker
  idle?: NodeJS.Timeout
}

/** @param deadlineMs how long a call may be at work */
export function createHeavyCalls({ deadlineMs = DEADLINE_MS }: { deadlineMs?: number } = {}): HeavyCalls {
  const free: Thread[] = []
  const all = new Set<Thread>()
  const waiting: ((thread: Thread) => void)[] = []
  let closed = false

  function start(): Thread {
    const worker = new Worker(threadFile(), { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    const thread: Thread = { worker }
    all.add(thread)
    worker.once('exit', () => {
      all.delete(thread)
      const place = free.indexOf(thread)
      if (place >= 0) free.splice(place, 1)
      const next = all.size < THREADS && !closed ? waiting.shift() : undefined
      next?.(start())
    })
    worker.unref()
    return thread
  }

  async function take(): Promise<Thread> {
    const thread = free.pop() ?? (all.size < THREADS ? start() : undefined)
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
    async run(operation, context, input) {
      const thread = await take()
      try {
        return await runIn(thread.worker, operation, context, input, deadlineMs)
      } finally {
        giveBack(thread)
      }
    },
    async close() {
      closed = true
      await Promise.all([...all].map(({ worker }) => worker.terminate()))
    },
  }
}

const tooHeavy = (seconds: number) =>
  fail('too_heavy', `This took longer than ${seconds} seconds to read and was given up; nothing was changed.`, {
    hint: 'Send less in one call, and nest it less deep.',
  })

const tooMany = (changes: number) =>
  fail('too_large', `This would make ${changes} elements, rules and other changes; one call takes ${MAX_CHANGES}.`, {
    hint: 'Send it in several calls, or import it as a site.',
  })

function runIn(
  worker: Worker,
  { id: operationId }: Operation<SiteContext>,
  context: SiteContext,
  input: unknown,
  deadlineMs: number,
): Promise<Envelope> {
  const { promise, resolve, reject } = Promise.withResolvers<Envelope>()
  const { site, siteId, drafts, editor, actor, services = {} } = context
  if (siteId === undefined) throw new Error('The site of the call is not known')
  const methods = new Map(
    Object.entries(services).map(([name, service]) => [name, new Map(Object.entries(service ?? {}))]),
  )
  const created = new Map<string, Draft>()
  const tell = (message: ToThread) => worker.postMessage(message)
  let changes = 0

  const open = async (id: number, documentId: string) => {
    const draft = documentId === siteId ? site : await drafts.open(documentId)
    if (draft) {
      const keys = [...draft.keys()]
      for (let from = 0; from < keys.length; from += PER_MESSAGE) {
        const entries = keys.slice(from, from + PER_MESSAGE).flatMap((key) => {
          const value = draft.get(key)
          return value === undefined ? [] : [[key, value] as [string, typeof value]]
        })
        tell({ type: 'fields', id, entries })
        await turn()
      }
    }
    tell({ type: 'opened', id, exists: draft !== undefined })
  }

  const serve = async ({ service, method, args, id }: Extract<FromThread, { type: 'service' }>) => {
    const answer = methods.get(service)?.get(method)
    if (typeof answer !== 'function') throw new Error(`There is no ${service}.${method}`)
    tell({ type: 'answered', id, value: await answer(...args) })
  }

  const write = async ({ documentId, patches }: Extract<FromThread, { type: 'patches' }>) => {
    changes += patches.length
    const draft = created.get(documentId) ?? (documentId === siteId ? site : await drafts.open(documentId))
    // What is too much is counted to its end, and thrown away with the drafts.
    if (draft && changes <= MAX_CHANGES) {
      for (const { key, after } of patches) {
        if (after === undefined) draft.delete(key)
        else draft.set(key, after)
      }
    }
    await turn()
    tell({ type: 'next' })
  }

  const onMessage = (message: FromThread) => {
    const failed = (id: number) => (error: unknown) =>
      tell({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
    switch (message.type) {
      case 'open':
        open(message.id, message.documentId).catch(failed(message.id))
        break
      case 'service':
        serve(message).catch(failed(message.id))
        break
      case 'created':
        created.set(message.documentId, drafts.create(message.documentId, message.kind))
        break
      case 'patches':
        write(message).catch(reject)
        break
      case 'done':
        resolve(message.changes > MAX_CHANGES ? tooMany(message.changes) : message.result)
        break
      case 'threw':
        reject(Object.assign(new Error(message.message), { stack: message.stack }))
        break
    }
  }
  const onError = (error: unknown) => {
    const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isMemory) resolve(tooHeavy(deadlineMs / 1000))
    else reject(error)
  }
  const onExit = () => resolve(tooHeavy(deadlineMs / 1000))
  const deadline = setTimeout(() => void worker.terminate(), deadlineMs)
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  const call: ThreadCall = {
    operationId,
    input,
    actor,
    editor,
    siteId,
    services: Object.fromEntries(
      [...methods].map(([name, service]) => [
        name,
        [...service].flatMap(([method, value]) => (typeof value === 'function' ? [method] : [])),
      ]),
    ),
  }
  tell({ type: 'call', call })
  return promise.finally(() => {
    clearTimeout(deadline)
    worker.off('message', onMessage).off('error', onError).off('exit', onExit)
  })
}

/** The thread's file: beside this one as a source, beside the server's own in a build, whose chunks lie in a folder. */
function threadFile(): URL {
  const here = import.meta.url
  if (here.endsWith('.ts')) return new URL('./thread.ts', here)
  return new URL(here.includes('/chunks/') ? '../heavyThread.mjs' : './heavyThread.mjs', here)
}
