import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorOf } from '../../api/client.ts'
import { warmUp } from '../../ui/lazyWhenIdle.ts'
import { useStableCallback } from '../../ui/useStableCallback.ts'
import type { TranscriptReader } from './transcript/reader.ts'
import { emptyTranscript, type Transcript } from './transcript/transcript.ts'

/** A chat without messages has nothing to read: the reader comes with the first one, or in idle time before. */
const loadReader = () => import('./transcript/reader.ts')
if (typeof window !== 'undefined') warmUp(loadReader, 2_000)

const nothing = () => () => undefined

interface Reading {
  sessionId: string
  reader?: TranscriptReader
  /** Why its code could not be loaded. */
  failed?: Transcript
}

export interface ReadTranscript {
  transcript: Transcript
  /** Reads the part before the first turn that is known, if there is one. */
  loadEarlier: () => void
}

/** The transcript of a session from its end, live for as long as the component is mounted. */
export function useTranscript(sessionId: string | undefined): ReadTranscript {
  const [reading, setReading] = useState<Reading>()
  useEffect(() => {
    if (sessionId === undefined) return
    let left = false
    let reader: TranscriptReader | undefined
    loadReader().then(
      ({ createTranscriptReader }) => {
        if (left) return
        reader = createTranscriptReader(sessionId)
        setReading({ sessionId, reader })
      },
      (cause) => {
        if (!left) setReading({ sessionId, failed: { ...emptyTranscript, status: 'failed', error: errorOf(cause) } })
      },
    )
    return () => {
      left = true
      reader?.close()
    }
  }, [sessionId])
  const current = reading?.sessionId === sessionId ? reading : undefined
  const transcript = useSyncExternalStore(
    current?.reader?.subscribe ?? nothing,
    current?.reader?.get ?? (() => current?.failed ?? emptyTranscript),
  )
  const loadEarlier = useStableCallback(() => current?.reader?.loadEarlier())
  return { transcript, loadEarlier }
}
