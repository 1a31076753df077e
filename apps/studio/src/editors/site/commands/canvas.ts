import { patchStore } from '../../../documents/store.ts'
import type { ViewCommand } from '../../../shell/commands/command.ts'
import { framesOf } from '../session/frames.ts'
import type { EditorSession } from '../session/session.ts'
import { FIT, forcedStates } from '../session/state.ts'
import type { SiteView, ZoomWish } from './siteView.ts'
import * as strings from './strings.ts'

/** The share of the canvas by which one press moves what it shows. */
const ACROSS = 0.25
const DOWN = 0.8

const zoom = (to: ZoomWish) => ({
  name: `view.zoom.${to === 1 ? 'actual' : to}`,
  group: 'view',
  run: (view: SiteView) => view.zoom(to),
})

const pan = (way: keyof typeof strings.ways, across: number, down: number) => ({
  name: `view.pan.${way}`,
  label: strings.moveTheCanvas(strings.ways[way]),
  group: 'view',
  run: (view: SiteView) => view.pan(across, down),
})

/** The commands that change how the canvas shows the page. */
export const canvasCommands: readonly ViewCommand<SiteView>[] = [
  {
    name: 'view.allFrames',
    label: strings.everyWidthSideBySide,
    icon: 'columns-3',
    group: 'view',
    run: ({ session: { state } }) => patchStore(state, { allFrames: !state.get().allFrames }),
  },
  // Shows the page in the other scheme than now.
  {
    name: 'view.pageScheme',
    label: strings.turnTheSchemeOfThePage,
    icon: 'sun-moon',
    group: 'view',
    run({ session: { state } }) {
      const { pageScheme: now } = state.get()
      patchStore(state, { pageScheme: now === 'dark' ? 'light' : 'dark' })
    },
  },
  // One for each state: shows the selection in it, or no longer.
  ...forcedStates.map(
    (forced): ViewCommand<SiteView> => ({
      name: `view.state${forced}`,
      label: strings.showTheSelectionIn(forced),
      icon: 'mouse-pointer-click',
      group: 'view',
      offered: ({ session }) => session.state.get().selected !== undefined,
      run({ session: { state } }) {
        patchStore(state, { forcedState: state.get().forcedState === forced ? undefined : forced })
      },
    }),
  ),
  { ...zoom('in'), label: strings.zoomIn, icon: 'zoom-in', shortcuts: ['mod+=', 'mod++', 'mod+shift++', '+', '='] },
  { ...zoom('out'), label: strings.zoomOut, icon: 'zoom-out', shortcuts: ['mod+-', 'mod+shift+_', '-'] },
  { ...zoom('selection'), label: strings.zoomToTheSelection, icon: 'focus', shortcuts: ['z'] },
  { ...zoom('fit'), label: strings.zoomToFit, icon: 'maximize', shortcuts: ['1'] },
  { ...zoom(1), label: strings.zoomToActualSize, icon: 'monitor', shortcuts: ['mod+0', '0'] },
  // These move the canvas and scroll the page on it, as the wheel and the space bar do.
  { ...pan('left', -ACROSS, 0), icon: 'arrow-left', shortcuts: ['shift+arrowleft'] },
  { ...pan('right', ACROSS, 0), icon: 'arrow-right', shortcuts: ['shift+arrowright'] },
  { ...pan('up', 0, -DOWN), icon: 'arrow-up', shortcuts: ['pageup'] },
  { ...pan('down', 0, DOWN), icon: 'arrow-down', shortcuts: ['pagedown'] },
]

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
