import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { type SiteView, selectedIds, selection } from './siteView.ts'
import * as strings from './strings.ts'

/** Asks for a tag that the menu does not list. */
export const changeTagTo: ViewCommand<SiteView> = {
  name: 'node.changeTagTo',
  label: strings.changeTheTagTo,
  icon: 'code-xml',
  group: 'tag',
  offered: (view) => selection(view).node?.kind === 'element' && selectedIds(view).length > 0,
  run: ({ session }) => patchStore(session.state, { dialog: 'changeTag' }),
}

/** Asks for a number that the menu does not list. */
export const multiplyTo: ViewCommand<SiteView> = {
  name: 'node.multiplyTo',
  label: strings.multiplyTo,
  icon: 'copy-plus',
  group: 'multiply',
  offered: (view) => selectedIds(view).length > 0,
  run: ({ session }) => patchStore(session.state, { dialog: 'multiply' }),
}
