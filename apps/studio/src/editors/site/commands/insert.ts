import type { ViewCommand } from '../../../shell/commands/command.ts'
import { openPalette } from '../insert/open.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const insert: ViewCommand<SiteView> = {
  name: 'insert.open',
  label: strings.insert,
  icon: 'plus',
  group: 'insert',
  shortcuts: ['a'],
  offered: ({ session }) => session.page.get() !== undefined,
  run: ({ session }) => openPalette(session),
}
