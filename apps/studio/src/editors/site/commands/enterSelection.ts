import type { ViewCommand } from '../../../shell/commands/command.ts'
import { layerChildren } from '../model/rows.ts'
import { editableAt } from '../text/editable.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

/** Goes into the selected node: into its text if it holds one, or else to the first layer inside. */
export const enterSelection: ViewCommand<SiteView> = {
  name: 'select.enter',
  label: strings.goIntoTheSelection,
  icon: 'corner-down-right',
  group: 'select',
  shortcuts: ['enter'],
  offered: (view) => selection(view).node !== undefined,
  run(view) {
    const { tree, node } = selection(view)
    if (!tree || !node) return
    const [first] = layerChildren(tree, node.id)
    if (first && editableAt(tree, node.id) !== node.id) view.session.select(first.id)
    else view.editText(node.id)
  },
}
