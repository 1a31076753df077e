import { isSlot, type PageNode, type PageTree } from '@atelier/site'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { currentTrail, leaveTo } from '../components/trail.ts'
import { instanceAround } from '../model/rows.ts'
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
    const { tree, node } = selection(view)
    if (session.state.get().comparing !== undefined) leaveComparison(session.state)
    else if (tree && node) session.select(shownParent(tree, node))
    else leaveTo(session, currentTrail(session.state.get()).length - 1)
  },
}

/** The parent that shows on the canvas: of what fills a slot it is the instance, whose slot is no element. */
function shownParent(tree: PageTree, { parent }: PageNode): string | undefined {
  const above = tree.node(parent)
  const isFilled = above !== undefined && isSlot(above) && instanceAround(tree, above.id) === above.parent
  return (isFilled ? above.parent : parent) || undefined
}
