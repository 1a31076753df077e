import { addPageCommand } from './addPage.ts'
import { createComponentCommand } from './createComponent.ts'
import { deleteNodeCommand } from './deleteNode.ts'
import { detachComponentCommand } from './detachComponent.ts'
import { duplicateNodeCommand } from './duplicateNode.ts'
import { moveNodeCommands } from './moveNode.ts'

export type { MoveTarget, SiteEditorState } from './state.ts'

/**
 * What an editor of a site offers, in the order in which menus show it. Each command stands on its operation too; here
 * they are without its code.
 */
export const siteCommands = [
  duplicateNodeCommand,
  createComponentCommand,
  detachComponentCommand,
  ...moveNodeCommands,
  deleteNodeCommand,
  addPageCommand,
] as const
