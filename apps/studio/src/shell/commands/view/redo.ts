import type { ViewCommand } from '../command.ts'
import * as strings from '../strings.ts'
import type { ShellView } from './shellView.ts'

export const redo: ViewCommand<ShellView> = {
  name: 'edit.redo',
  label: strings.redo,
  icon: 'redo-2',
  group: 'edit',
  shortcuts: ['mod+shift+z', 'mod+y'],
  offered: ({ history }) => history.state.get().canRedo,
  run: ({ history }) => history.redo(),
}
