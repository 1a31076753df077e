import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection, selectStep } from './siteView.ts'
import * as strings from './strings.ts'

export const selectNext: ViewCommand<SiteView> = {
  name: 'select.next',
  label: strings.selectTheLayerAfter,
  icon: 'move-down',
  group: 'select',
  shortcuts: ['arrowdown'],
  offered: (view) => selection(view).tree !== undefined,
  run: (view) => selectStep(view, 'down'),
}
