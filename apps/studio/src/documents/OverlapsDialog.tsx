import { Suspense } from 'react'
import { lazyWhenIdle } from '../ui/lazyWhenIdle.ts'
import type { Connection } from './connection.ts'
import { useStore } from './store.ts'

const OverlapList = lazyWhenIdle(async () => (await import('./OverlapList.tsx')).OverlapList)

export interface OverlapsDialogProps {
  connection: Connection
  /** Names a document for a person. */
  titleOf: (documentId: string) => string
}

/** Lists values that were changed here without a connection and by others at the same time, and asks which to keep. */
export function OverlapsDialog({ connection, titleOf }: OverlapsDialogProps) {
  const overlaps = useStore(connection.overlaps, (value) => value)
  if (overlaps.length === 0) return null
  return (
    <Suspense fallback={null}>
      <OverlapList connection={connection} titleOf={titleOf} overlaps={overlaps} />
    </Suspense>
  )
}
