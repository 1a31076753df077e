import type { ViewCommand } from '../command.ts'
import * as strings from '../strings.ts'
import type { ShellView } from './shellView.ts'

export const shortcutOverview: ViewCommand<ShellView> = {
  name: 'shell.shortcuts',
  label: strings.keyboardShortcuts,
  icon: 'keyboard',
  group: 'shell',
  shortcuts: ['?'],
  run: (shell) => shell.openOverlay('shortcuts'),
}
