import type { ViewCommand } from '../../../shell/commands/command.ts'
import { compare } from '../session/state.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const compareRelease: ViewCommand<SiteView> = {
  name: 'view.compareRelease',
  label: strings.compareWithTheRelease,
  icon: 'git-compare',
  group: 'view',
  run: ({ session }) => compare(session.state, { of: 'release' }),
}
