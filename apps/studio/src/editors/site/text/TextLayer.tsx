import { Suspense } from 'react'
import { useStore } from '../../../documents/store.ts'
import { lazyWhenIdle } from '../../../ui/lazyWhenIdle.ts'
import { useEditor } from '../session/context.ts'

const TextBar = lazyWhenIdle(async () => (await import('./TextBar.tsx')).TextBar)
const FieldNote = lazyWhenIdle(async () => (await import('./FieldNote.tsx')).FieldNote)
const ConflictDialog = lazyWhenIdle(async () => (await import('./ConflictDialog.tsx')).ConflictDialog)
const LostTextDialog = lazyWhenIdle(async () => (await import('./LostTextDialog.tsx')).LostTextDialog)
const whole = <T,>(value: T) => value

/** The overlays of the canvas while a text is edited in it. */
export function TextLayer() {
  const { text } = useEditor()
  const typing = useStore(text.typing, whole)
  const conflict = useStore(text.conflict, whole)
  const field = useStore(text.field, whole)
  const [lost] = useStore(text.lost, whole)
  return (
    <Suspense>
      {typing && <TextBar key={typing.nodeId} typing={typing} />}
      {field && <FieldNote note={field} onClose={() => text.field.set(undefined)} />}
      {conflict && <ConflictDialog conflict={conflict} />}
      {lost && <LostTextDialog key={lost.words} text={lost} />}
    </Suspense>
  )
}
