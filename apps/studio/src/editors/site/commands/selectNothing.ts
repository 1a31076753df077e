import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'

export const selectNothing: ViewCommand<SiteView> = {
  name: 'select.nothing',
  label: 'Select nothing',
  icon: 'circle-off',
  group: 'select',
  shortcuts: ['v'],
  run: ({ session }) => session.select(undefined),
}
