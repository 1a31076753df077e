import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'

export const publish: ViewCommand<SiteView> = {
  name: 'view.publish',
  label: 'Publish',
  icon: 'rocket',
  group: 'view',
  run: ({ session }) => patchStore(session.state, { dialog: 'publishing' }),
}
