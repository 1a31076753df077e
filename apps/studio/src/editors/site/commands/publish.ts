import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const publish: ViewCommand<SiteView> = {
  name: 'view.publish',
  label: strings.publish,
  icon: 'rocket',
  group: 'view',
  run: ({ session }) => patchStore(session.state, { dialog: 'publishing' }),
}
