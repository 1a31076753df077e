import type { ViewCommand } from '../command.ts'
import type { ShellView } from './shellView.ts'

export const toggleNavigator: ViewCommand<ShellView> = {
  name: 'shell.navigator',
  label: 'Show pages and layers',
  icon: 'panel-left',
  group: 'shell',
  shortcuts: ['mod+\\'],
  whileWriting: true,
  run: (shell) => shell.togglePanel('navigator'),
}
