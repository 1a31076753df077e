import type { ViewCommand } from '../../../shell/commands/command.ts'
import type { SiteView, ZoomWish } from './siteView.ts'
import * as strings from './strings.ts'

const zoom = (to: ZoomWish, label: string, icon: string, shortcuts: readonly string[]): ViewCommand<SiteView> => ({
  name: `view.zoom.${to === 1 ? 'actual' : to}`,
  label,
  icon,
  group: 'view',
  shortcuts,
  run: (view) => view.zoom(to),
})

/** How large the canvas shows the page. */
export const zoomCommands = [
  zoom('in', strings.zoomIn, 'zoom-in', ['mod+=', 'mod++', 'mod+shift++', '+', '=']),
  zoom('out', strings.zoomOut, 'zoom-out', ['mod+-', 'mod+shift+_', '-']),
  zoom('selection', strings.zoomToTheSelection, 'focus', ['z']),
  zoom('fit', strings.zoomToFit, 'maximize', ['1']),
  zoom(1, strings.zoomToActualSize, 'monitor', ['mod+0', '0']),
]
