import type { ViewCommand } from '../../../shell/commands/command.ts'
import { framesOf } from '../session/frames.ts'
import type { EditorSession } from '../session/session.ts'
import { FIT } from '../session/state.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'

/** One command for each frame of the canvas. */
export function widthCommands({ site }: EditorSession): ViewCommand<SiteView>[] {
  const frames = framesOf(site.get()).map(({ id, width }) => ({ id, label: strings.showThePagePixelsWide(width) }))
  return [...frames, { id: FIT, label: strings.fitToCanvas }].map(({ id, label }) => ({
    name: `view.width.${id}`,
    label,
    icon: 'monitor',
    group: 'view',
    run: ({ session }) => session.setWidth(id),
  }))
}
