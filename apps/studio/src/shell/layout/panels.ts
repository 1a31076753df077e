import { useMemo } from 'react'
import { patchStore, type Store, useStore } from '../../documents/store.ts'
import { useMedia } from '../../ui/media.ts'
import type { LayoutState } from './state.ts'

export type PanelName = 'navigator' | 'properties' | 'agent'

export interface Panels {
  /** What is in sight now. */
  shown: Record<PanelName, boolean>
  toggle(name: PanelName): void
  show(name: PanelName): void
  /** Properties and agent are side by side; otherwise they share one place, with tabs. */
  beside: boolean
  compact: boolean
}

/** Where the agent and the properties fit beside a useful canvas, in px. */
const besideWidth = 1560

/** The position of each panel, from the available space and the user's choices. */
export function usePanels(layout: Store<LayoutState>, compact: boolean): Panels {
  const beside = useMedia(`(width >= ${besideWidth}px)`)
  const { navigator, properties, agent, rightTab, sheet } = useStore(layout, (state) => state)
  return useMemo(() => {
    const set = (name: PanelName, on: boolean) => {
      if (compact && name !== 'agent') patchStore(layout, { sheet: on ? name : undefined })
      else if (compact) patchStore(layout, { agent: on, sheet: undefined })
      else if (name === 'navigator') patchStore(layout, { navigator: on })
      else if (beside) patchStore(layout, { [name]: on })
      else if (on) patchStore(layout, { [name]: true, rightTab: name })
      else patchStore(layout, { properties: false, agent: false })
    }
    const right = properties || agent
    const shown: Record<PanelName, boolean> = compact
      ? { navigator: sheet === 'navigator', properties: sheet === 'properties', agent }
      : beside
        ? { navigator, properties, agent }
        : { navigator, properties: right && rightTab === 'properties', agent: right && rightTab === 'agent' }
    return { shown, beside, compact, toggle: (name) => set(name, !shown[name]), show: (name) => set(name, true) }
  }, [layout, compact, beside, navigator, properties, agent, rightTab, sheet])
}
