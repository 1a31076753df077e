import {
  isComponent,
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
  const all = ids.flatMap((id) => {
    const each = tree.node(id)
    return each ? selectedNode(tree, each, moves.get(id) ?? {}, next) : []
  })
  const primary = all.find(({ nodeId }) => nodeId === node.id)
  return {
    documentId,
    kind,
    slots: kind === 'component' ? slotNames(tree) : [],
    selected: primary ?? selectedNode(tree, node, selectionMoves(tree, [node.id]).get(node.id) ?? {}, next),
    selection: all,
  }
}

function selectedNode(tree: PageTree, node: PageNode, moves: SelectedNode['moves'], next?: string): SelectedNode {
  return {
    nodeId: node.id,
    title: layerTitle(tree, node),
    isElement: node.kind === 'element',
    tag: node.kind === 'element' ? node.tag : undefined,
    holdsOthers: layerChildren(tree, node.id).length > 0,
    isRoot: node.id === tree.root,
    isHidden: node.hidden,
    componentId: isComponent(node) ? (nodeAttribute(node, 'ref') ?? '') : undefined,
    moves,
    next,
  }
}
