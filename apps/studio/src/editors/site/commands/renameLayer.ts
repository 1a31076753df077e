import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection } from './siteView.ts'
import * as strings from './strings.ts'

export const renameLayer: ViewCommand<SiteView> = {
  name: 'node.rename',
  label: strings.rename,
  icon: 'pen-line',
  group: 'layer',
  shortcuts: ['f2'],
  offered(view) {
    const { tree, node } = selection(view)
    return node !== undefined && node.id !== tree?.root
  },
  run(view) {
    patchStore(view.session.state, { leftTab: 'layers', renaming: selection(view).node?.id })
    view.showPanel('navigator')
  },
}
