import { Type } from 'typebox'
import { createStore, patchStore, type Store } from '../../documents/store.ts'
import { readFields, rememberFields } from './remembered.ts'

export type PanelName = 'navigator' | 'properties' | 'agent'

/** The stored panel layout of a user. */
const Remembered = Type.Object({
  navigator: Type.Boolean(),
  /** The navigator is unfolded where it is a rail of icons. */
  railOpen: Type.Boolean(),
  properties: Type.Boolean(),
  agent: Type.Boolean(),
  rightTab: Type.Enum(['properties', 'agent']),
})
type Remembered = Type.Static<typeof Remembered>

export interface LayoutState extends Remembered {
  /** Which panel is shown as a sheet on a narrow screen, or in place of the editor. */
  sheet: PanelName | undefined
  /** The overlay over the editor. */
  overlay: 'palette' | 'shortcuts' | undefined
  /** A message that the agent's panel has not sent yet. */
  message: string | undefined
}

const fresh: Remembered = { navigator: true, railOpen: false, properties: true, agent: true, rightTab: 'agent' }

/** The panel layout; stored in this browser. */
export function createLayout(storage: Storage = window.localStorage): Store<LayoutState> {
  const store = createStore<LayoutState>({
    ...readFields(Remembered, fresh, storage),
    sheet: undefined,
    overlay: undefined,
    message: undefined,
  })
  rememberFields(
    store,
    ({ navigator, railOpen, properties, agent, rightTab }) => ({ navigator, railOpen, properties, agent, rightTab }),
    storage,
  )
  return store
}

/** Shows the properties, also where they are a sheet. */
export function showProperties({ layout }: { layout: Store<LayoutState> }): void {
  const sheet = layout.get().sheet && ('properties' as const)
  patchStore(layout, { rightTab: 'properties', properties: true, sheet })
}
