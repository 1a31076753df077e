import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

/** The share of the desk that one press moves what it shows by. */
const ACROSS = 0.25
const DOWN = 0.8

const pan = (
  way: keyof typeof strings.ways,
  shortcut: string,
  across: number,
  down: number,
): ViewCommand<SiteView> => ({
  name: `view.pan.${way}`,
  label: strings.moveTheCanvas(strings.ways[way]),
  icon: `arrow-${way}`,
  group: 'view',
  shortcuts: [shortcut],
  run: (view) => view.pan(across, down),
})

/** Moves the desk and scrolls the page on it, as the wheel and the space bar do. */
export const panCommands = [
  pan('left', 'shift+arrowleft', -ACROSS, 0),
  pan('right', 'shift+arrowright', ACROSS, 0),
  pan('up', 'pageup', 0, -DOWN),
  pan('down', 'pagedown', 0, DOWN),
]
