import { askAgent } from './askAgent.ts'
import { palette } from './palette.ts'
import { redo } from './redo.ts'
import { shortcutOverview } from './shortcutOverview.ts'
import { showProperties } from './showProperties.ts'
import { toggleNavigator } from './toggleNavigator.ts'
import { undo } from './undo.ts'

export type { ShellView } from './shellView.ts'
export { showProperties }

/** What every editor offers, whatever it edits. */
export const shellCommands = [undo, redo, askAgent, toggleNavigator, showProperties, palette, shortcutOverview]
