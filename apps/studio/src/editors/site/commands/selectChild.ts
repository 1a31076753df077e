import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection, selectStep } from './siteView.ts'
import * as strings from './strings.ts'

export const selectChild: ViewCommand<SiteView> = {
  name: 'select.child',
  label: strings.selectTheFirstLayerInside,
  icon: 'corner-down-right',
  group: 'select',
  shortcuts: ['arrowright'],
  offered: (view) => selection(view).tree !== undefined,
  run: (view) => selectStep(view, 'child'),
}
