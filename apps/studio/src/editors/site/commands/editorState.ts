import {
  isComponent,
  isLocked,
  lockedNodes,
  nodeAttribute,
  type PageNode,
  type PageTree,
  page as pageEntry,
  type SelectedNode,
  type SiteEditorState,
  slotNames,
} from '@atelier/site'
import { layerChildren, layerTitle } from '../model/rows.ts'
import { nextAfterDelete, outermost, selectionMoves } from '../model/selection.ts'
import type { EditorSession } from '../session/session.ts'

/** The present editor state, as commands of operations read it. */
export function editorState(session: EditorSession): SiteEditorState {
  const { documentId, selected, selection } = session.state.get()
  const tree = session.page.get()?.model.tree()
  const node = selected === undefined ? undefined : tree?.node(selected)
  if (!tree || !node) return { documentId }
  const view = session.site.get()?.local.view
  const kind = view && documentId !== undefined ? pageEntry(view, documentId)?.kind : undefined
  const ids = outermost(tree, selection)
  const next = nextAfterDelete(tree, ids)
  const moves = selectionMoves(tree, ids)
  const lockedIds = view && documentId !== undefined ? lockedNodes(view, documentId) : undefined
  // The body is locked with its page.
  const locked = (id: string) =>
    id === tree.root && view && documentId !== undefined ? isLocked(view, documentId) : (lockedIds?.has(id) ?? false)
  const all = ids.flatMap((id) => {
    const each = tree.node(id)
    return each ? selectedNode(tree, each, { moves: moves.get(id), next, locked }) : []
  })
  const primary = all.find(({ nodeId }) => nodeId === node.id)
  return {
    documentId,
    kind,
    slots: kind === 'component' ? slotNames(tree) : [],
    selected:
      primary ?? selectedNode(tree, node, { moves: selectionMoves(tree, [node.id]).get(node.id), next, locked }),
    selection: all,
  }
}

function selectedNode(
  tree: PageTree,
  node: PageNode,
  {
    moves = {},
    next,
    locked,
  }: { moves: SelectedNode['moves'] | undefined; next?: string; locked(id: string): boolean },
): SelectedNode {
  return {
    nodeId: node.id,
    title: layerTitle(tree, node),
    isElement: node.kind === 'element',
    tag: node.kind === 'element' ? node.tag : undefined,
    holdsOthers: layerChildren(tree, node.id).length > 0,
    isRoot: node.id === tree.root,
    isHidden: node.hidden,
    isLocked: locked(node.id),
    componentId: isComponent(node) ? (nodeAttribute(node, 'ref') ?? '') : undefined,
    moves,
    next,
  }
}
