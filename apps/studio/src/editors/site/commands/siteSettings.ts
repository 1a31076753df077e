import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const siteSettings: ViewCommand<SiteView> = {
  name: 'view.siteSettings',
  label: strings.siteSettings,
  icon: 'settings',
  group: 'view',
  run: ({ session }) => patchStore(session.state, { dialog: 'siteSettings' }),
}
