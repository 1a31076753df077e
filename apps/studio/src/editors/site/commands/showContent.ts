import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const showContent: ViewCommand<SiteView> = {
  name: 'view.content',
  label: strings.goToTheContent,
  icon: 'database',
  group: 'view',
  shortcuts: ['mod+e'],
  whileWriting: true,
  run: (view) => view.openContent(),
}
