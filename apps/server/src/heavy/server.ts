import { parentPort } from 'node:worker_threads'
import {
  createMemoryView,
  createNew,
  createOverlay,
  type Draft,
  type DraftSet,
  encodeDocument,
  type Json,
  type Overlay,
} from '@atelier/documents'
import type { ImportFile, SiteServices } from '@atelier/site'
import type { FromThread, Outcome, ServiceMethods, Task, ToThread } from './messages.ts'

/** Patches that go back in one message: the server takes each without holding up others. */
const PER_MESSAGE = 500

/** The server's services for a task in a thread: each question goes there and back as messages. */
export interface Server {
  /** The files that were sent before the task; each task that asks takes all. */
  files(): ImportFile[]
  /** Drafts over copies of the server's documents. */
  drafts: DraftSet & { open(documentId: string): Promise<Draft | undefined> }
  services: SiteServices
  progress(step: 'pages' | 'media', done: number, total: number): void
  /** Sends a part of what a task returns; resolves when the server has taken it. */
  handOver(part: Extract<FromThread, { type: 'entries' | 'edits' }>): Promise<void>
  /** Hands over what was written to the drafts; returns how many fields. */
  write(): Promise<number>
}

/**
 * Runs the tasks that the server sends to this thread. Called once, in a thread.
 * @param forget called between the work of two callers
 */
export function serveTasks(carryOut: (task: Task, server: Server) => Promise<Outcome>, forget: () => void): void {
  const port = parentPort
  if (!port) throw new Error('Tasks run only in a thread')
  const questions = new Map<number, PromiseWithResolvers<unknown>>()
  const incoming = new Map<number, [string, Json][]>()
  let sent: { path: string; isLink: boolean; pieces: Uint8Array[]; isWhole: boolean }[] = []
  let asked = 0
  let taken: PromiseWithResolvers<void> | undefined

  const tell = (message: FromThread) => port.postMessage(message)
  const ask = (message: (id: number) => FromThread): Promise<unknown> => {
    const id = ++asked
    const question = Promise.withResolvers<unknown>()
    questions.set(id, question)
    tell(message(id))
    return question.promise
  }

  const handOver = (message: FromThread): Promise<void> => {
    taken = Promise.withResolvers<void>()
    tell(message)
    return taken.promise
  }

  function serverOf(services: ServiceMethods): Server {
    const opened = new Map<string, Promise<Overlay | undefined>>()
    const created = new Map<string, { kind: string; overlay: Overlay }>()
    const openDraft = async (documentId: string) => {
      const entries = await ask((id) => ({ type: 'open', id, documentId }))
      return Array.isArray(entries) ? createOverlay(createMemoryView(entries)) : undefined
    }
    return {
      files() {
        const files = sent.map(({ path, isLink, pieces }) => ({
          path,
          bytes: Buffer.concat(pieces),
          ...(isLink ? { isLink } : {}),
        }))
        sent = []
        return files
      },
      drafts: {
        async open(documentId) {
          const own = created.get(documentId)
          if (own) return own.overlay
          const known = opened.get(documentId) ?? openDraft(documentId)
          opened.set(documentId, known)
          return known
        },
        create(documentId, kind) {
          const known = created.get(documentId)
          if (known) return known.overlay
          const overlay = createNew()
          created.set(documentId, { kind, overlay })
          return overlay
        },
      },
      services: Object.fromEntries(
        Object.entries(services).map(([service, methods]) => [
          service,
          Object.fromEntries(
            methods.map((method) => [
              method,
              (...args: unknown[]) => ask((id) => ({ type: 'service', id, service, method, args })),
            ]),
          ),
        ]),
      ),
      handOver,
      progress: (step, done, total) => tell({ type: 'progress', step, done, total }),
      async write() {
        let changes = 0
        for (const [documentId, { kind, overlay }] of created) {
          const patches = overlay.patches()
          changes += patches.length
          await handOver({ type: 'created', documentId, document: encodeDocument(kind, patches) })
        }
        for (const [documentId, overlay] of opened) {
          const patches = (await overlay)?.patches() ?? []
          changes += patches.length
          for (let from = 0; from < patches.length; from += PER_MESSAGE)
            await handOver({ type: 'patches', documentId, patches: patches.slice(from, from + PER_MESSAGE) })
        }
        return changes
      },
    }
  }

  port.on('message', (message: ToThread) => {
    switch (message.type) {
      case 'task':
        carryOut(message.task, serverOf(message.services)).then(
          (outcome) => tell({ type: 'done', outcome }),
          (error: unknown) => {
            const { message: text, stack } = error instanceof Error ? error : new Error(String(error))
            tell({ type: 'threw', message: text, stack })
          },
        )
        break
      case 'reset':
        sent = []
        forget()
        break
      case 'file': {
        const { path, isLink, piece, isLast } = message
        const last = sent.at(-1)
        if (last && !last.isWhole) {
          last.pieces.push(piece)
          last.isWhole = isLast
        } else sent.push({ path, isLink, pieces: [piece], isWhole: isLast })
        break
      }
      case 'next':
        taken?.resolve()
        break
      case 'fields': {
        const known = incoming.get(message.id)
        if (known) known.push(...message.entries)
        else incoming.set(message.id, message.entries)
        break
      }
      default: {
        const question = questions.get(message.id)
        questions.delete(message.id)
        if (message.type === 'answered') question?.resolve(message.value)
        else if (message.type === 'failed') question?.reject(new Error(message.message))
        else {
          question?.resolve(message.exists ? (incoming.get(message.id) ?? []) : undefined)
          incoming.delete(message.id)
        }
      }
    }
  })
}
