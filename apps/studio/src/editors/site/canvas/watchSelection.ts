import type { EditorSession, OpenPage } from '../session/session.ts'

/** Calls back whenever another node is selected last. Returns how to stop. */
export function watchSelection(session: EditorSession, changed: (selected: string | undefined) => void): () => void {
  let last = session.state.get().selected
  return session.state.subscribe(() => {
    const { selected } = session.state.get()
    if (selected === last) return
    last = selected
    changed(selected)
  })
}

/** Selects and hovers no nodes that the page no longer has. */
export function dropLostSelection(session: EditorSession, page: OpenPage): void {
  const { selection, hovered } = session.state.get()
  const tree = page.model.tree()
  const left = selection.filter((id) => tree.node(id))
  if (left.length < selection.length) session.selectAll(left)
  if (hovered !== undefined && !tree.node(hovered)) session.hover(undefined)
}
