import type { ViewCommand } from '../../../shell/commands/command.ts'
import { widthNames } from '../session/state.ts'
import type { SiteView } from './siteView.ts'

/** One command for each width of the canvas. */
export const widthCommands = widthNames.map(
  (width): ViewCommand<SiteView> => ({
    name: `view.width.${width}`,
    label: width === 'fit' ? 'Fit to canvas' : `Show the page ${width} pixels wide`,
    icon: 'monitor',
    group: 'view',
    run: ({ session }) => session.setWidth(width),
  }),
)
