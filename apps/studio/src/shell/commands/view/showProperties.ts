import type { ViewCommand } from '../command.ts'
import * as strings from '../strings.ts'
import type { ShellView } from './shellView.ts'

export const showProperties: ViewCommand<ShellView> = {
  name: 'shell.properties',
  label: strings.showStyleAndSettings,
  icon: 'panel-right',
  group: 'shell',
  run: (shell) => shell.showPanel('properties'),
}
