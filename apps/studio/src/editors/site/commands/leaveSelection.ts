import type { ViewCommand } from '../../../shell/commands/command.ts'
import { currentTrail, leaveTo } from '../components/trail.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

/** One step out: to the parent, to no selection, and then out of a component that is edited in its page. */
export const leaveSelection: ViewCommand<SiteView> = {
  name: 'select.leave',
  label: strings.stepOutOfTheSelection,
  icon: 'corner-left-up',
  group: 'select',
  shortcuts: ['escape'],
  offered: ({ session }) => session.state.get().selected !== undefined || currentTrail(session.state.get()).length > 0,
  run(view) {
    const { session } = view
    const { node } = selection(view)
    if (node) session.select(node.parent || undefined)
    else leaveTo(session, currentTrail(session.state.get()).length - 1)
  },
}
