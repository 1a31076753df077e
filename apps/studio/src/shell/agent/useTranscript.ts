import { useEffect, useState, useSyncExternalStore } from 'react'
import { createTranscriptReader, emptyTranscript, type Transcript, type TranscriptReader } from './transcript/reader.ts'

const nothing = () => () => undefined

/** The transcript of a session, live for as long as the component is mounted. */
export function useTranscript(sessionId: string | undefined): Transcript {
  const [reading, setReading] = useState<{ sessionId: string; reader: TranscriptReader }>()
  useEffect(() => {
    if (sessionId === undefined) return
    const reader = createTranscriptReader(sessionId)
    setReading({ sessionId, reader })
    return () => reader.close()
  }, [sessionId])
  const reader = reading?.sessionId === sessionId ? reading?.reader : undefined
  return useSyncExternalStore(reader?.subscribe ?? nothing, reader?.get ?? (() => emptyTranscript))
}
