import type { ViewCommand } from '../../../shell/commands/command.ts'
import { layerChildren } from '../model/rows.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

/** Selects everything in reach: the selected node and its siblings, or all on the page if nothing is selected. */
export const selectSiblings: ViewCommand<SiteView> = {
  name: 'select.siblings',
  label: strings.selectAllBeside,
  icon: 'rows-3',
  group: 'select',
  shortcuts: ['mod+a'],
  offered: (view) => selection(view).tree !== undefined,
  run(view) {
    const { tree, node } = selection(view)
    if (!tree) return
    const siblings = layerChildren(tree, node?.parent || tree.root).map(({ id }) => id)
    const others = siblings.filter((id) => id !== node?.id)
    view.session.selectAll(node && siblings.includes(node.id) ? [...others, node.id] : siblings)
  },
}
