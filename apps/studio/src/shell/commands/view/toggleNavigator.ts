import type { ViewCommand } from '../command.ts'
import * as strings from '../strings.ts'
import type { ShellView } from './shellView.ts'

export const toggleNavigator: ViewCommand<ShellView> = {
  name: 'shell.navigator',
  label: strings.showTheNavigator,
  icon: 'panel-left',
  group: 'shell',
  shortcuts: ['mod+\\'],
  whileWriting: true,
  run: (shell) => shell.togglePanel('navigator'),
}
