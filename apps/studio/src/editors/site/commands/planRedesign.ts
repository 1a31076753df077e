import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const planRedesign: ViewCommand<SiteView> = {
  name: 'view.planRedesign',
  label: strings.planARedesign,
  icon: 'sparkles',
  group: 'pages',
  run: ({ session }) => patchStore(session.state, { dialog: 'redesign' }),
}
