import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'

export const siteSettings: ViewCommand<SiteView> = {
  name: 'view.siteSettings',
  label: 'Site settings',
  icon: 'settings',
  group: 'view',
  run: ({ session }) => patchStore(session.state, { dialog: 'siteSettings' }),
}
