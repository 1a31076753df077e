import { Suspense } from 'react'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { useEditorState } from '../session/context.ts'

const InsertPalette = lazyWhenIdle(async () => (await import('./InsertPalette.tsx')).InsertPalette)

/** The insert palette while it is open. */
export function Insert() {
  const inserting = useEditorState((state) => state.inserting)
  return <Suspense>{inserting && <InsertPalette at={inserting} />}</Suspense>
}
