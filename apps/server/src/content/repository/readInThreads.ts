import type { Entry, EntryEdit } from '@atelier/content'
import { type FileReading, readHere, TooMuchToRead } from '@atelier/repository'
import type { Task } from '../../heavy/messages.ts'
import { TaskGivenUp, type ThreadSession, type Threads } from '../../heavy/threads.ts'

/** How long reading one repository may take, in milliseconds. */
const DEADLINE_MS = 120_000
/** Bytes of files from which on a thread reads them: fewer take no more than some ten milliseconds. */
const MANY_BYTES = 200_000

/** Reads in a thread where there is much: the files of a large repository take seconds. */
export function readInThreads(threads: Threads): FileReading {
  const use = <Result>(work: (session: ThreadSession) => Promise<Result>) =>
    threads.use(DEADLINE_MS, work, { once: true }).catch((error: unknown) => {
      throw error instanceof TaskGivenUp ? new TooMuchToRead() : error
    })
  const carryOut = async (session: ThreadSession, task: Task) => {
    const entries: Entry[] = []
    const edits: EntryEdit[] = []
    const outcome = await session.carryOut(task, {
      open: async () => undefined,
      onEntries: (some) => entries.push(...some),
      onEdits: (some) => edits.push(...some),
    })
    return { ...outcome, entries, edits }
  }
  return {
    check: (files, options) =>
      use(async (session) => {
        for (const [path, bytes] of files) await session.sendFile(path, bytes)
        return (await carryOut(session, { kind: 'checkContent', options })).findings ?? []
      }),
    async read(files, options) {
      if (bytesOf(files) < MANY_BYTES) return readHere.read(files, options)
      return use(async (session) => {
        for (const [path, bytes] of files) await session.sendFile(path, bytes)
        const { read, entries } = await carryOut(session, { kind: 'readContent', options })
        if (!read) throw new Error('The thread returned no content')
        return { ...read, entries }
      })
    },
    async changes(was, files, options) {
      if (bytesOf(files.before) + bytesOf(files.after) < MANY_BYTES) return readHere.changes(was, files, options)
      return use(async (session) => {
        for (const [path, bytes] of files.before) await session.sendFile(path, bytes)
        for (const [path, bytes] of files.after) await session.sendFile(path, bytes)
        const task = { kind: 'compareContent', was, before: files.before.size, options } as const
        const { fileChanges, edits } = await carryOut(session, task)
        if (!fileChanges) throw new Error('The thread returned no changes')
        return { ...fileChanges, entries: edits }
      })
    },
  }
}

function bytesOf(files: ReadonlyMap<string, Uint8Array>): number {
  let sum = 0
  for (const { length } of files.values()) sum += length
  return sum
}
