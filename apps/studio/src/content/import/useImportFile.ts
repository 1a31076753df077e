import { useEffect, useRef, useState } from 'react'
import { type ImportThread, openImportThread } from './importFile.ts'
import type { ReadFile, Requests } from './messages.ts'
import { readProblem } from './strings.ts'

type Reading =
  | { state: 'none' }
  | { state: 'reading'; name: string; fraction: number }
  | { state: 'failed'; title: string; hint: string }
  | { state: 'read'; name: string; file: ReadFile }

/** A file that is read in a thread of its own, which ends with the screen. */
export function useImportFile() {
  const [reading, setReading] = useState<Reading>({ state: 'none' })
  const thread = useRef<ImportThread>(undefined)
  const chosen = useRef<File>(undefined)
  const close = () => {
    thread.current?.close()
    thread.current = undefined
  }
  useEffect(() => () => thread.current?.close(), [])

  async function read(file: File, as: Omit<Requests['read']['asks'], 'file'> = {}) {
    // Another thread: the one before may be at work on a larger file.
    close()
    const mine = openImportThread()
    thread.current = mine
    chosen.current = file
    setReading({ state: 'reading', name: file.name, fraction: 0 })
    const still = () => thread.current === mine
    try {
      const outcome = await mine.ask(
        'read',
        { file, ...as },
        (fraction) => still() && setReading({ state: 'reading', name: file.name, fraction }),
      )
      if (!still()) return
      if (outcome.ok) setReading({ state: 'read', name: file.name, file: outcome.file })
      else setReading({ state: 'failed', ...readProblem(outcome.problem) })
    } catch (error) {
      if (!still()) return
      setReading({ state: 'failed', title: readProblem({ code: 'unreadable' }).title, hint: String(error) })
    }
  }

  return {
    reading,
    read: (file: File) => void read(file),
    /** The same file in another encoding, or with another delimiter. */
    readAs(as: Omit<Requests['read']['asks'], 'file'>) {
      if (chosen.current) void read(chosen.current, as)
    },
    thread: () => thread.current,
    clear() {
      close()
      setReading({ state: 'none' })
    },
  }
}

export type ImportFile = ReturnType<typeof useImportFile>
