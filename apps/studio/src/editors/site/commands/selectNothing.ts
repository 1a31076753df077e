import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'

export const selectNothing: ViewCommand<SiteView> = {
  name: 'select.nothing',
  label: 'Select nothing',
  icon: 'circle-off',
  group: 'select',
  shortcuts: ['v'],
  offered: ({ session }) => session.state.get().selected !== undefined,
  run: ({ session }) => session.select(undefined),
}
