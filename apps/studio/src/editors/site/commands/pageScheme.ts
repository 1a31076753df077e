import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

/** Shows the page in the other scheme than now. */
export const pageScheme: ViewCommand<SiteView> = {
  name: 'view.pageScheme',
  label: strings.turnTheSchemeOfThePage,
  icon: 'sun-moon',
  group: 'view',
  run({ session: { state } }) {
    const { pageScheme: now } = state.get()
    patchStore(state, { pageScheme: now === 'dark' ? 'light' : 'dark' })
  },
}
