import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { afterDelete, moveStep, type Step } from '../model/rows.ts'
import type { EditorSession } from './session.ts'

const Duplicated = Type.Object({ nodeId: Type.String() })

/** Deletes the selected node and selects what stands nearest. Nothing happens to the page's body. */
export async function deleteSelected(session: EditorSession): Promise<void> {
  const { selected } = session.state.get()
  const tree = session.page.get()?.model.tree()
  if (selected === undefined || !tree || selected === tree.root) return
  const next = afterDelete(tree, selected)
  const result = await session.run('deleteNode', { nodeId: selected })
  if (result.ok) session.select(next)
}

/** Puts a copy right behind the selected node and selects it. */
export async function duplicateSelected(session: EditorSession): Promise<void> {
  const { selected } = session.state.get()
  const tree = session.page.get()?.model.tree()
  if (selected === undefined || !tree || selected === tree.root) return
  const result = await session.run('duplicateNode', { nodeId: selected })
  if (result.ok && Value.Check(Duplicated, result.data)) session.select(result.data.nodeId)
}

/** Moves the selected node one step; it stays selected. */
export async function moveSelected(session: EditorSession, step: Step): Promise<void> {
  const { selected } = session.state.get()
  const tree = session.page.get()?.model.tree()
  const place = selected !== undefined && tree ? moveStep(tree, selected, step) : undefined
  if (place) await session.run('moveNode', { nodeId: selected, newParentId: place.parentId, newIndex: place.index })
}
