import { useMemo } from 'react'
import { patchStore, type Store, useStore } from '../../documents/store.ts'
import { railWidth, useMedia } from '../../ui/media.ts'
import type { LayoutState, PanelName } from './state.ts'

export type { PanelName }

/** The layout that the window's width decides. */
export interface WindowKind {
  compact: boolean
  /** The navigator is a rail of icons, which unfolds. */
  rail: boolean
  /** Properties and agent are side by side; otherwise they share one place, with tabs. */
  beside: boolean
  /** There are no properties, and a compact window shows either the editor or the agent. */
  alone?: boolean
}

export interface Panels extends WindowKind {
  /** The visible panes. */
  shown: Record<PanelName, boolean>
  set(name: PanelName, isShown: boolean): void
  toggle(name: PanelName): void
  show(name: PanelName): void
}

/** Where the agent and the properties fit beside a useful canvas, in px. */
const besideWidth = 1560

/** The position of each panel, from the available space and the user's choices. */
export function usePanels(layout: Store<LayoutState>, compact: boolean, alone: boolean): Panels {
  const isWide = useMedia(`(width >= ${besideWidth}px)`)
  const beside = alone || isWide
  const rail = useMedia(`(width < ${railWidth}px)`) && !compact
  const state = useStore(layout, (all) => all)
  return useMemo(
    () => panelsOf(layout, state, { compact, rail, beside, alone }),
    [layout, state, compact, rail, beside, alone],
  )
}

/** The panels in a window of this kind, by what the user chose; acts of the panels change `layout`. */
export function panelsOf(layout: Store<LayoutState>, state: LayoutState, kind: WindowKind): Panels {
  const { compact, rail, beside, alone = false } = kind
  const { navigator, railOpen, properties, agent, rightTab, sheet } = state
  const set = (name: PanelName, on: boolean) => {
    if (compact && (alone || name !== 'agent')) patchStore(layout, { sheet: on ? name : undefined })
    else if (compact) patchStore(layout, { agent: on, sheet: undefined })
    else if (name === 'navigator') patchStore(layout, rail ? { railOpen: on } : { navigator: on })
    else if (beside) patchStore(layout, { [name]: on })
    else if (on) patchStore(layout, { [name]: true, rightTab: name })
    else patchStore(layout, { properties: false, agent: false })
  }
  const right = properties || agent
  const atLeft = rail ? railOpen : navigator
  const shown: Record<PanelName, boolean> = compact
    ? {
        navigator: sheet === 'navigator',
        properties: sheet === 'properties',
        agent: alone ? sheet === 'agent' : agent,
      }
    : beside
      ? { navigator: atLeft, properties: properties && !alone, agent }
      : { navigator: atLeft, properties: right && rightTab === 'properties', agent: right && rightTab === 'agent' }
  return { ...kind, shown, set, toggle: (name) => set(name, !shown[name]), show: (name) => set(name, true) }
}
