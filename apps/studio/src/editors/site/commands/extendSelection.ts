import type { ViewCommand } from '../../../shell/commands/command.ts'
import { stepFrom } from '../model/rows.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

/** Adds the layer beside the last selected one to the selection; a step back takes the last one out again. */
function extend(view: SiteView, step: 'up' | 'down'): void {
  const { session } = view
  const { tree, node } = selection(view)
  const next = tree && node && stepFrom(tree, node.id, step)
  if (next === undefined) return
  const { selection: all } = session.state.get()
  const rest = all.filter((id) => id !== next && !(all.includes(next) && id === node?.id))
  session.selectAll([...rest, next])
}

export const extendSelectionCommands: readonly ViewCommand<SiteView>[] = [
  {
    name: 'select.addPrevious',
    label: strings.addTheLayerBefore,
    icon: 'move-up',
    group: 'select',
    shortcuts: ['shift+arrowup'],
    offered: (view) => selection(view).node !== undefined,
    run: (view) => extend(view, 'up'),
  },
  {
    name: 'select.addNext',
    label: strings.addTheLayerAfter,
    icon: 'move-down',
    group: 'select',
    shortcuts: ['shift+arrowdown'],
    offered: (view) => selection(view).node !== undefined,
    run: (view) => extend(view, 'down'),
  },
]
