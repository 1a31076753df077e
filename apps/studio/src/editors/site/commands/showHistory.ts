import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'

export const showHistory: ViewCommand<SiteView> = {
  name: 'view.history',
  label: 'History',
  icon: 'history',
  group: 'view',
  run: ({ session }) => patchStore(session.state, { dialog: 'history' }),
}
