import { type ReactNode, useMemo } from 'react'
import { Group, type GroupProps, Panel, type PanelProps, Separator, useDefaultLayout } from 'react-resizable-panels'
import styles from './SplitPanes.module.css'

export { type PanelImperativeHandle as PaneHandle, usePanelRef as usePaneRef } from 'react-resizable-panels'

export interface SplitPanesProps extends Omit<GroupProps, 'id' | 'defaultLayout' | 'onLayoutChanged'> {
  /** Names the arrangement: sizes are remembered under it in this browser. */
  id: string
  /** The ids of the panes that are there now, so that each combination keeps its own sizes. */
  paneIds: string[]
}

/** Panes side by side with lines between them to drag, or to move with the arrow keys. */
export function SplitPanes({ id, paneIds, ...rest }: SplitPanesProps) {
  const storage = useMemo(() => window.localStorage, [])
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({ id: `atelier.panes.${id}`, panelIds: paneIds, storage })
  return <Group id={id} defaultLayout={defaultLayout} onLayoutChanged={onLayoutChanged} {...rest} />
}

/** One pane. Sizes are `'240px'` or `'20%'`. */
export function Pane(props: PanelProps & { id: string; children?: ReactNode }) {
  return <Panel {...props} />
}

/** The line between two panes. */
export function PaneSeparator({ label }: { label: string }) {
  return <Separator className={styles.separator} aria-label={label} />
}
