import type { ViewCommand } from '../command.ts'
import type { ShellView } from './shellView.ts'

export const shortcutOverview: ViewCommand<ShellView> = {
  name: 'shell.shortcuts',
  label: 'Keyboard shortcuts',
  icon: 'keyboard',
  group: 'shell',
  shortcuts: ['?'],
  run: (shell) => shell.openOverlay('shortcuts'),
}
