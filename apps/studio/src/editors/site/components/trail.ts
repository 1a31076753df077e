import { patchStore } from '../../../documents/store.ts'
import type { EditorSession } from '../session/session.ts'
import type { EditorState, TrailStep } from '../session/state.ts'

/** The steps that led to the open component, the first one first; none if it was opened by itself. */
export function currentTrail({ trail, documentId }: Pick<EditorState, 'trail' | 'documentId'>): readonly TrailStep[] {
  return trail.at(-1)?.componentId === documentId ? trail : []
}

/** Opens a component to edit it, with the way back. @param nodeId the instance that it is opened from */
export function enterComponent(session: EditorSession, componentId: string, nodeId?: string): void {
  const state = session.state.get()
  const { documentId } = state
  if (documentId === undefined || documentId === componentId) return
  const step = { componentId, documentId, ...(nodeId === undefined ? {} : { nodeId }) }
  patchStore(session.state, { trail: [...currentTrail(state), step] })
  session.openPage(componentId)
}

/** Goes back to the document of one step, with the instance selected that the way began at. */
export function leaveTo(session: EditorSession, index: number): void {
  const trail = currentTrail(session.state.get())
  const step = trail[index]
  if (!step) return
  patchStore(session.state, { trail: trail.slice(0, index) })
  session.openPage(step.documentId)
  if (step.nodeId !== undefined) session.select(step.nodeId)
}
