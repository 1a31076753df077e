import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const addPagesFromPrompt: ViewCommand<SiteView> = {
  name: 'view.addPagesFromPrompt',
  label: strings.addPagesFromAPrompt,
  icon: 'sparkles',
  group: 'pages',
  run: ({ session }) => patchStore(session.state, { dialog: 'addPages' }),
}
