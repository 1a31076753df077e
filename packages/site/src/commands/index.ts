import { addPageCommand } from './addPage.ts'
import { createComponentCommand } from './createComponent.ts'
import { deleteNodeCommand } from './deleteNode.ts'
import { detachComponentCommand } from './detachComponent.ts'
import { duplicateNodeCommand } from './duplicateNode.ts'
import { moveNodeCommands } from './moveNode.ts'

export type { MoveTarget, SelectedNode, SiteEditorState } from './state.ts'

/**
 * The commands that a site editor offers, in menu order. Each command is also defined on its operation; this list does
 * not load the operations' code.
 */
export const siteCommands = [
  duplicateNodeCommand,
  createComponentCommand,
  detachComponentCommand,
  ...moveNodeCommands,
  deleteNodeCommand,
  addPageCommand,
] as const
