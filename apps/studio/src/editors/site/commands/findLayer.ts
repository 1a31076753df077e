import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const findLayer: ViewCommand<SiteView> = {
  name: 'layers.find',
  label: strings.findALayer,
  icon: 'search',
  group: 'view',
  shortcuts: ['mod+f'],
  run(view) {
    patchStore(view.session.state, { leftTab: 'layers', layerSearch: '' })
    view.showPanel('navigator')
  },
}
