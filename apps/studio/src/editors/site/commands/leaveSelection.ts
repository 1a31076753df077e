import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

export const leaveSelection: ViewCommand<SiteView> = {
  name: 'select.leave',
  label: strings.stepOutOfTheSelection,
  icon: 'corner-left-up',
  group: 'select',
  shortcuts: ['escape'],
  offered: ({ session }) => session.state.get().selected !== undefined,
  run: (view) => view.session.select(selection(view).node?.parent || undefined),
}
