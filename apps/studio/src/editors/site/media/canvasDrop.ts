import type { EditorSession } from '../session/session.ts'
import { bringsMedia, droppedMedia, insertMedia } from './actions.ts'

export interface DropPlace {
  nodeId: string
  element: Element
}

/** Lets files of the media or of this computer be dropped onto the page in the canvas. Returns how to stop. */
export function takeDrops(
  session: EditorSession,
  document: Document,
  placeOf: (event: Event) => DropPlace | undefined,
): () => void {
  const over = (event: DragEvent) => {
    if (!bringsMedia(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    session.hover(placeOf(event)?.nodeId)
  }
  const leave = () => session.hover(undefined)
  const drop = async (event: DragEvent) => {
    const { dataTransfer: transfer, clientY } = event
    if (!bringsMedia(transfer)) return
    event.preventDefault()
    session.hover(undefined)
    const place = placeOf(event)
    const box = place?.element.getBoundingClientRect()
    const fraction = box && box.height > 0 ? (clientY - box.top) / box.height : 1
    const ids = await droppedMedia(session, transfer)
    await insertMedia(session, ids, place?.nodeId, fraction)
  }
  const onDrop = (event: DragEvent) => void drop(event)
  document.addEventListener('dragover', over)
  document.addEventListener('dragleave', leave)
  document.addEventListener('drop', onDrop)
  return () => {
    document.removeEventListener('dragover', over)
    document.removeEventListener('dragleave', leave)
    document.removeEventListener('drop', onDrop)
  }
}
