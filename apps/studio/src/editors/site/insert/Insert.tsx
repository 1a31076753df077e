import { Suspense, useEffect } from 'react'
import { lazyWhenIdle, warmUp } from '../../../ui/lazyWhenIdle.ts'
import { useEditor, useEditorState } from '../session/context.ts'

const InsertPalette = lazyWhenIdle(async () => (await import('./InsertPalette.tsx')).InsertPalette)

/** The insert palette while it is open; and the clipboard while the focus is beside the page. */
export function Insert() {
  const session = useEditor()
  const inserting = useEditorState((state) => state.inserting)
  useEffect(() => {
    let stopped = false
    let stop: (() => void) | undefined
    warmUp(async () => {
      const { followClipboard } = await import('./clipboard.ts')
      if (!stopped) stop = followClipboard(session, document)
    }, 400)
    return () => {
      stopped = true
      stop?.()
    }
  }, [session])
  return <Suspense>{inserting && <InsertPalette at={inserting} />}</Suspense>
}
