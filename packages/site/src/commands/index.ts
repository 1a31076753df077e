import { addPageCommand } from './addPage.ts'
import { changeTagCommands } from './changeTag.ts'
import { createComponentCommand } from './createComponent.ts'
import { deleteNodeCommand } from './deleteNode.ts'
import { detachComponentCommand } from './detachComponent.ts'
import { duplicateNodeCommand } from './duplicateNode.ts'
import { hideNodeCommands } from './hideNode.ts'
import { makeSlotCommand } from './makeSlot.ts'
import { moveNodeCommands } from './moveNode.ts'
import { multiplyNodeCommands } from './multiplyNode.ts'
import { saveSectionCommand } from './saveSection.ts'
import { unwrapNodeCommand } from './unwrapNode.ts'
import { groupNodesCommands, wrapInLayoutCommands } from './wrapNodes.ts'

export type { MoveTarget, SelectedNode, SiteEditorState } from './state.ts'

/**
 * The commands that a site editor offers, in menu order. Each command is also defined on its operation; this list does
 * not load the operations' code.
 */
export const siteCommands = [
  duplicateNodeCommand,
  ...multiplyNodeCommands,
  ...groupNodesCommands,
  ...wrapInLayoutCommands,
  unwrapNodeCommand,
  ...changeTagCommands,
  ...hideNodeCommands,
  createComponentCommand,
  makeSlotCommand,
  saveSectionCommand,
  detachComponentCommand,
  ...moveNodeCommands,
  deleteNodeCommand,
  addPageCommand,
] as const
