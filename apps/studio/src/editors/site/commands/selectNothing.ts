import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const selectNothing: ViewCommand<SiteView> = {
  name: 'select.nothing',
  label: strings.selectNothing,
  icon: 'circle-off',
  group: 'select',
  shortcuts: ['v'],
  offered: ({ session }) => session.state.get().selected !== undefined,
  run: ({ session }) => session.select(undefined),
}
