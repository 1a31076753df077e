import type { ViewCommand } from '../../../shell/commands/command.ts'
import { togglePreview } from '../session/state.ts'
import type { SiteView } from './siteView.ts'

export const preview: ViewCommand<SiteView> = {
  name: 'view.preview',
  label: 'Preview with scripts',
  icon: 'play',
  group: 'view',
  run: ({ session }) => togglePreview(session.state),
}
