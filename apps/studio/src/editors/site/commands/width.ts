import type { ViewCommand } from '../../../shell/commands/command.ts'
import { widthNames } from '../session/state.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

/** One command for each width of the canvas. */
export const widthCommands = widthNames.map(
  (width): ViewCommand<SiteView> => ({
    name: `view.width.${width}`,
    label: width === 'fit' ? strings.fitToCanvas : strings.showThePagePixelsWide(width),
    icon: 'monitor',
    group: 'view',
    run: ({ session }) => session.setWidth(width),
  }),
)
