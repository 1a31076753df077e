import { isComponent, nodeAttribute, type SiteEditorState } from '@atelier/site'
import { afterDelete, layerTitle, moveStep } from '../model/rows.ts'
import type { EditorSession } from '../session/session.ts'

/** What the commands of operations know of the editor, as it is now. */
export function editorState(session: EditorSession): SiteEditorState {
  const { documentId, selected } = session.state.get()
  const tree = session.page.get()?.model.tree()
  const node = selected === undefined ? undefined : tree?.node(selected)
  if (!tree || !node) return { documentId }
  return {
    documentId,
    selected: {
      nodeId: node.id,
      title: layerTitle(tree, node),
      isElement: node.kind === 'element',
      isRoot: node.id === tree.root,
      componentId: isComponent(node) ? (nodeAttribute(node, 'ref') ?? '') : undefined,
      moves: {
        up: moveStep(tree, node.id, 'up'),
        down: moveStep(tree, node.id, 'down'),
        out: moveStep(tree, node.id, 'parent'),
        in: moveStep(tree, node.id, 'child'),
      },
      next: afterDelete(tree, node.id),
    },
  }
}
