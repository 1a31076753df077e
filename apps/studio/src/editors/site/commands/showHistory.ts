import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const showHistory: ViewCommand<SiteView> = {
  name: 'view.history',
  label: strings.history,
  icon: 'history',
  group: 'view',
  run: ({ session }) => patchStore(session.state, { dialog: 'history' }),
}
