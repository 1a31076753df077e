import { maxBytesOf, mediaTypeOfName } from '@atelier/site'
import { sentence } from '../api/client.ts'
import { uploadMedia } from '../api/media.ts'
import { createStore, type Store } from '../documents/store.ts'
import * as strings from './strings.ts'

/** One file on its way into the media. */
export interface Upload {
  key: number
  name: string
  file: File
  folder: string
  state: 'waiting' | 'sending' | 'failed'
  /** From 0 to 1. */
  sent: number
  /** The problem and its remedy. */
  problem?: string
  /** The file itself is what is wrong: sending it again would end the same. */
  final?: boolean
}

export interface Uploads {
  /** Uploads under way or failed, in their given order. */
  readonly list: Store<readonly Upload[]>
  /** Sends files, a few at a time; the ids of those that are in the library then. Failures stay in the list. */
  send(files: readonly File[], folder: string): Promise<string[]>
  retry(key: number): void
  /** Stops what is under way, and takes it from the list. */
  drop(key: number): void
}

const atOnce = 3
/** Answers about the file itself: it cannot be read, is too large, or of a kind that is not taken. */
const finalStatuses: ReadonlySet<number> = new Set([400, 413, 415])

/** Where files are sent to, and what follows. */
export interface UploadTarget {
  projectId: string
  /** A file was added by a change set; undefined if it was there already. */
  added(changeSetId: string | undefined): void
  /** Something about a file that arrived, as a sentence. */
  warn(message: string): void
  /** Resolves once a file that the server has taken can be used here. */
  arrived(id: string): Promise<void>
}

export function createUploads(target: UploadTarget): Uploads {
  const list = createStore<readonly Upload[]>([])
  const stops = new Map<number, AbortController>()
  const waiting: (() => void)[] = []
  let running = 0
  let count = 0

  const change = (key: number, fields: Partial<Upload>) =>
    list.update((all) => all.map((each) => (each.key === key ? { ...each, ...fields } : each)))
  const remove = (key: number) => list.update((all) => all.filter((each) => each.key !== key))

  async function turn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    running += 1
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }

  async function one({ key, file, folder }: Upload): Promise<string | undefined> {
    const refused = refuseUpload(file)
    if (refused !== undefined) {
      change(key, { state: 'failed', problem: refused, final: true })
      return undefined
    }
    return turn(async () => {
      if (!list.get().some((each) => each.key === key)) return undefined
      const stop = new AbortController()
      stops.set(key, stop)
      change(key, { state: 'sending', sent: 0 })
      const answer = await uploadMedia(target.projectId, {
        file,
        folder,
        onProgress: (sent) => change(key, { sent }),
        signal: stop.signal,
      })
      stops.delete(key)
      if (!answer.ok) {
        const { status } = answer.error
        change(key, { state: 'failed', problem: sentence(answer.error), final: finalStatuses.has(status) })
        return undefined
      }
      const { id, name, warnings, changeSetId } = answer.value
      target.added(changeSetId)
      if (warnings && warnings.length > 0) target.warn(`${name}: ${warnings.join(' ')}`)
      await target.arrived(id)
      remove(key)
      return id
    })
  }

  return {
    list,
    async send(files, folder) {
      const fresh = files.map((file): Upload => {
        count += 1
        return { key: count, name: file.name, file, folder, state: 'waiting', sent: 0 }
      })
      list.update((all) => [...all, ...fresh])
      return (await Promise.all(fresh.map(one))).filter((id) => id !== undefined)
    },
    retry(key) {
      const found = list.get().find((each) => each.key === key)
      if (!found) return
      change(key, { state: 'waiting', problem: undefined, sent: 0 })
      void one(found)
    },
    drop(key) {
      remove(key)
      stops.get(key)?.abort()
    },
  }
}

/** Refuses files that the server would refuse, before a byte is sent. */
export function refuseUpload({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (size === 0) return strings.theFileIsEmpty
  const type = mediaTypeOfName(name)
  if (!type) return undefined
  const most = maxBytesOf(type)
  return size > most ? strings.fileTooLarge(Math.round(most / 1024 / 1024)) : undefined
}
