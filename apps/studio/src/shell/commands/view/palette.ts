import type { ViewCommand } from '../command.ts'
import * as strings from '../strings.ts'
import type { ShellView } from './shellView.ts'

export const palette: ViewCommand<ShellView> = {
  name: 'shell.palette',
  label: strings.commands,
  icon: 'command',
  group: 'shell',
  shortcuts: ['mod+k'],
  whileWriting: true,
  run: (shell) => shell.openOverlay('palette'),
}
