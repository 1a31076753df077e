import type { ViewCommand } from '../command.ts'
import * as strings from '../strings.ts'
import type { ShellView } from './shellView.ts'

export const undo: ViewCommand<ShellView> = {
  name: 'edit.undo',
  label: strings.undo,
  icon: 'undo-2',
  group: 'edit',
  shortcuts: ['mod+z'],
  offered: ({ history }) => history.state.get().canUndo,
  run: ({ history }) => history.undo(),
}
