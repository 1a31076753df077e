import { Columns3, Minus, MousePointerClick, Plus, SunMoon } from 'lucide-react'
import { patchStore } from '../../../documents/store.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { Menu } from '../../../ui/Menu.tsx'
import type { ZoomWish } from '../commands/siteView.ts'
import { useEditor, useEditorState } from '../session/context.ts'
import { forcedStates, pageSchemes, shownState } from '../session/state.ts'
import styles from './Canvas.module.css'
import * as strings from './strings.ts'

export interface ViewControlsProps {
  zoom: number
  /** All frames are shown as large as they fit. */
  fits: boolean
  onZoom: (to: ZoomWish) => void
}

/** How the canvas shows the page: in which frames, scheme and state, and how large. */
export function ViewControls({ zoom, fits, onZoom }: ViewControlsProps) {
  const session = useEditor()
  const allFrames = useEditorState((state) => state.allFrames)
  const scheme = useEditorState((state) => state.pageScheme)
  const forced = useEditorState(shownState)
  const percent = strings.percent(Math.round(zoom * 100))
  return (
    <div className={styles.controls} role="toolbar" aria-label={strings.view}>
      <IconButton
        label={strings.everyWidthSideBySide}
        size="sm"
        pressed={allFrames}
        tooltipSide="top"
        onClick={() => patchStore(session.state, { allFrames: !allFrames })}
      >
        <Columns3 size={14} />
      </IconButton>
      <Menu
        side="top"
        trigger={
          <Button
            variant="quiet"
            size="sm"
            icon={<SunMoon size={14} />}
            aria-label={strings.schemeOfThePage}
            title={strings.schemeOfThePage}
            data-set={scheme}
          >
            {scheme && strings.schemeNames[scheme]}
          </Button>
        }
        entries={[
          { group: strings.schemeOfThePage },
          ...pageSchemes.map((each) => ({
            label: strings.schemeNames[each],
            checked: scheme === each,
            onSelect: () => patchStore(session.state, { pageScheme: each }),
          })),
          {
            label: strings.asTheSystem,
            checked: scheme === undefined,
            onSelect: () => patchStore(session.state, { pageScheme: undefined }),
          },
        ]}
      />
      <Menu
        side="top"
        trigger={
          <Button
            variant="quiet"
            size="sm"
            icon={<MousePointerClick size={14} />}
            aria-label={strings.stateOfTheSelection}
            title={strings.stateOfTheSelection}
            data-set={forced}
          >
            {forced}
          </Button>
        }
        entries={[
          { group: strings.stateOfTheSelection },
          {
            label: strings.asItIs,
            checked: forced === undefined,
            onSelect: () => patchStore(session.state, { forcedState: undefined }),
          },
          ...forcedStates.map((each) => ({
            label: each,
            checked: forced === each,
            onSelect: () => patchStore(session.state, { forcedState: each }),
          })),
        ]}
      />
      <span className={styles.controlsLine} />
      <IconButton label={strings.zoomOut} size="sm" shortcut="mod+-" tooltipSide="top" onClick={() => onZoom('out')}>
        <Minus size={14} />
      </IconButton>
      <Menu
        side="top"
        align="center"
        trigger={
          <Button variant="quiet" size="sm" className={styles.percent} aria-label={strings.zoomIs(percent)}>
            {percent}
          </Button>
        }
        entries={[
          { label: strings.fitIntoTheCanvas, shortcut: '1', checked: fits, onSelect: () => onZoom('fit') },
          { label: strings.zoomToTheSelection, shortcut: 'z', onSelect: () => onZoom('selection') },
          { separator: true },
          ...[0.5, 1, 2].map((each) => ({
            label: strings.percent(each * 100),
            shortcut: each === 1 ? 'mod+0' : undefined,
            onSelect: () => onZoom(each),
          })),
        ]}
      />
      <IconButton label={strings.zoomIn} size="sm" shortcut="mod+=" tooltipSide="top" onClick={() => onZoom('in')}>
        <Plus size={14} />
      </IconButton>
    </div>
  )
}
