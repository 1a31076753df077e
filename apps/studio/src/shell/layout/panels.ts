import { useMemo } from 'react'
import { patchStore } from '../../documents/store.ts'
import { useEditor, useEditorState } from '../../editors/site/session/context.ts'
import { useMedia } from '../../ui/media.ts'

export type PanelName = 'navigator' | 'properties' | 'agent'

export interface Panels {
  /** What is in sight now. */
  shown: Record<PanelName, boolean>
  toggle(name: PanelName): void
  show(name: PanelName): void
  /** Properties and agent stand side by side; otherwise they share one place, with tabs. */
  beside: boolean
  compact: boolean
}

/** Where the agent and the properties fit beside a useful canvas, in px. */
const besideWidth = 1560

/** Which panels stand where, by the room there is and by what somebody chose. */
export function usePanels(compact: boolean): Panels {
  const session = useEditor()
  const beside = useMedia(`(width >= ${besideWidth}px)`)
  const navigator = useEditorState((state) => state.navigator)
  const properties = useEditorState((state) => state.properties)
  const agent = useEditorState((state) => state.agent)
  const rightTab = useEditorState((state) => state.rightTab)
  const sheet = useEditorState((state) => state.sheet)
  return useMemo(() => {
    const { state } = session
    const set = (name: PanelName, on: boolean) => {
      if (compact && name !== 'agent') patchStore(state, { sheet: on ? name : undefined })
      else if (compact) patchStore(state, { agent: on, sheet: undefined })
      else if (name === 'navigator') patchStore(state, { navigator: on })
      else if (beside) patchStore(state, { [name]: on })
      else if (on) patchStore(state, { [name]: true, rightTab: name })
      else patchStore(state, { properties: false, agent: false })
    }
    const right = properties || agent
    const shown: Record<PanelName, boolean> = compact
      ? { navigator: sheet === 'navigator', properties: sheet === 'properties', agent }
      : beside
        ? { navigator, properties, agent }
        : { navigator, properties: right && rightTab === 'properties', agent: right && rightTab === 'agent' }
    return { shown, beside, compact, toggle: (name) => set(name, !shown[name]), show: (name) => set(name, true) }
  }, [session, compact, beside, navigator, properties, agent, rightTab, sheet])
}
