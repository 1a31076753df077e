import { commands } from './commands.generated.ts'

export type { MoveTarget, SelectedNode, SiteEditorState } from './state.ts'

/** Puts commands without an order behind those that have one. */
const LAST = 1000

/**
 * The commands of the operations, in the order of menus. Each is defined in the file of its operation; this list does not
 * load the operations' code.
 */
export const siteCommands = commands.toSorted(({ order: a = LAST }, { order: b = LAST }) => a - b)
