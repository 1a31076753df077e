import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selection, selectStep } from './siteView.ts'
import * as strings from './strings.ts'

export const selectParent: ViewCommand<SiteView> = {
  name: 'select.parent',
  label: strings.selectTheParent,
  icon: 'corner-left-up',
  group: 'select',
  shortcuts: ['arrowleft'],
  offered: (view) => selection(view).tree !== undefined,
  run: (view) => selectStep(view, 'parent'),
}
