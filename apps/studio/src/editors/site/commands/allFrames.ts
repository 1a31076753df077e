import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const allFrames: ViewCommand<SiteView> = {
  name: 'view.allFrames',
  label: strings.everyWidthSideBySide,
  icon: 'columns-3',
  group: 'view',
  run: ({ session: { state } }) => patchStore(state, { allFrames: !state.get().allFrames }),
}
