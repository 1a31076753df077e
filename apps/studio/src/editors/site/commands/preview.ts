import type { ViewCommand } from '../../../shell/commands/command.ts'
import { togglePreview } from '../session/state.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

export const preview: ViewCommand<SiteView> = {
  name: 'view.preview',
  label: strings.previewWithScripts,
  icon: 'play',
  group: 'view',
  run: ({ session }) => togglePreview(session.state),
}
