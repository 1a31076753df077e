import type { ViewCommand } from '../command.ts'
import * as strings from '../strings.ts'
import type { ShellView } from './shellView.ts'

export const askAgent: ViewCommand<ShellView> = {
  name: 'shell.agent',
  label: strings.askTheAgent,
  icon: 'sparkles',
  group: 'shell',
  shortcuts: ['/'],
  // The composer takes this key too, but does not bring its panel into sight.
  always: true,
  run: (shell) => shell.askAgent(),
}
