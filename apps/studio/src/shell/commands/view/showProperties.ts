import type { ViewCommand } from '../command.ts'
import type { ShellView } from './shellView.ts'

export const showProperties: ViewCommand<ShellView> = {
  name: 'shell.properties',
  label: 'Show style and settings',
  icon: 'panel-right',
  group: 'shell',
  run: (shell) => shell.showPanel('properties'),
}
