import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection, selectStep } from './siteView.ts'

export const selectChild: ViewCommand<SiteView> = {
  name: 'select.child',
  label: 'Select the first layer inside',
  icon: 'corner-down-right',
  group: 'select',
  shortcuts: ['arrowright'],
  offered: (view) => selection(view).tree !== undefined,
  run: (view) => selectStep(view, 'child'),
}
