import type { Operation } from '@atelier/operation'
import type { SiteContext } from '../context.ts'
import { addPage } from './addPage.ts'
import { applyCss } from './applyCss.ts'
import { deleteNode } from './deleteNode.ts'
import { deletePage } from './deletePage.ts'
import { duplicateNode } from './duplicateNode.ts'
import { getNodeHtml } from './getNodeHtml.ts'
import { insertHtml } from './insertHtml.ts'
import { list_documents } from './list_documents.ts'
import { moveNode } from './moveNode.ts'
import { read_document } from './read_document.ts'
import { renameNode } from './renameNode.ts'
import { renamePage } from './renamePage.ts'
import { render_snapshot } from './render_snapshot.ts'
import { replaceNodeHtml } from './replaceNodeHtml.ts'
import { updateNodeProps } from './updateNodeProps.ts'

export { needsEditor } from './render_snapshot.ts'

/** Everything that can be done to a site, in the order in which menus show it. */
export const siteOperations: readonly Operation<SiteContext>[] = [
  list_documents,
  read_document,
  getNodeHtml,
  render_snapshot,
  insertHtml,
  replaceNodeHtml,
  updateNodeProps,
  moveNode,
  duplicateNode,
  renameNode,
  deleteNode,
  applyCss,
  addPage,
  renamePage,
  deletePage,
]
