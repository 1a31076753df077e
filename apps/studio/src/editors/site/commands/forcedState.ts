import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { forcedStates } from '../session/state.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

/** One command for each state: shows the selection in it, or no longer. */
export const forcedStateCommands = forcedStates.map(
  (forced): ViewCommand<SiteView> => ({
    name: `view.state${forced}`,
    label: strings.showTheSelectionIn(forced),
    icon: 'mouse-pointer-click',
    group: 'view',
    offered: ({ session }) => session.state.get().selected !== undefined,
    run({ session: { state } }) {
      patchStore(state, { forcedState: state.get().forcedState === forced ? undefined : forced })
    },
  }),
)
