import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const showPlans: ViewCommand<SiteView> = {
  name: 'view.plans',
  label: strings.plansOfThisSite,
  icon: 'list',
  group: 'pages',
  run: ({ session }) => patchStore(session.state, { dialog: 'plans' }),
}
