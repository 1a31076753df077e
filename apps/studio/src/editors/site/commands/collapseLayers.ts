import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const collapseLayers: ViewCommand<SiteView> = {
  name: 'layers.collapse',
  label: strings.collapseAllLayers,
  icon: 'chevrons-down-up',
  group: 'view',
  run: (view) => patchStore(view.session.state, { unfolded: new Set() }),
}
