import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { switched } from './lockNode.ts'
import { type SiteView, selectedIds } from './siteView.ts'
import * as strings from './strings.ts'

/** Takes the selected nodes off this browser's canvas, or puts them back; they are published all the same. */
export const hideHere: ViewCommand<SiteView> = {
  name: 'node.hideHere',
  label: strings.hideHereOrShow,
  icon: 'monitor-off',
  group: 'layer',
  offered: (view) => selectedIds(view).length > 0,
  run(view) {
    const { state } = view.session
    patchStore(state, { hiddenHere: switched(state.get().hiddenHere, selectedIds(view)) })
  },
}
