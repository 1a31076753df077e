import type { ViewCommand } from '../../../shell/commands/command.ts'
import { currentTrail, leaveTo } from '../components/trail.ts'
import { leaveComparison } from '../session/state.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

/** One step out: of a comparison, to the parent, to no selection, and then out of a component that is edited in its page. */
export const leaveSelection: ViewCommand<SiteView> = {
  name: 'select.leave',
  label: strings.stepOutOfTheSelection,
  icon: 'corner-left-up',
  group: 'select',
  shortcuts: ['escape'],
  offered({ session }) {
    const state = session.state.get()
    return state.comparing !== undefined || state.selected !== undefined || currentTrail(state).length > 0
  },
  run(view) {
    const { session } = view
    const { node } = selection(view)
    if (session.state.get().comparing !== undefined) leaveComparison(session.state)
    else if (node) session.select(node.parent || undefined)
    else leaveTo(session, currentTrail(session.state.get()).length - 1)
  },
}
