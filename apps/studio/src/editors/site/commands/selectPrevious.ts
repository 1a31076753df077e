import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection, selectStep } from './siteView.ts'
import * as strings from './strings.ts'

export const selectPrevious: ViewCommand<SiteView> = {
  name: 'select.previous',
  label: strings.selectTheLayerBefore,
  icon: 'move-up',
  group: 'select',
  shortcuts: ['arrowup'],
  offered: (view) => selection(view).tree !== undefined,
  run: (view) => selectStep(view, 'up'),
}
