import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createStore, type Store } from '../../../documents/store.ts'

export const widthNames = ['390', '768', '1440', 'fit'] as const
export type WidthName = (typeof widthNames)[number]

/** What is remembered of how somebody arranged the editor. */
const Remembered = Type.Object({
  width: Type.Enum(widthNames),
  navigator: Type.Boolean(),
  properties: Type.Boolean(),
  agent: Type.Boolean(),
  rightTab: Type.Enum(['properties', 'agent']),
  leftTab: Type.Enum(['pages', 'layers', 'design', 'media', 'code']),
  propertyTab: Type.Enum(['style', 'settings']),
  /** The canvas shows a page inside its template. */
  inTemplate: Type.Boolean(),
})
type Remembered = Type.Static<typeof Remembered>

export interface EditorState extends Remembered {
  documentId: string | undefined
  selected: string | undefined
  hovered: string | undefined
  /** The node that the agent touched last, for as long as it is at work there. */
  agentNode: string | undefined
  /** The node whose text is being typed. */
  editing: string | undefined
  /** Which panel is shown as a sheet on a narrow screen. */
  sheet: 'navigator' | 'properties' | undefined
  /** The page is shown with its scripts running, and not to be edited. */
  preview: boolean
  /** The path of the script or stylesheet that is open over the canvas. */
  codeFile: string | undefined
  palette: boolean
  shortcuts: boolean
}

const fresh: Remembered = {
  width: 'fit',
  navigator: true,
  properties: true,
  agent: true,
  rightTab: 'agent',
  leftTab: 'layers',
  propertyTab: 'style',
  inTemplate: false,
}

const storageKey = 'atelier.editor'

/** The editor's own state; how panels stand is remembered in this browser. */
export function createEditorState(projectId: string, storage: Storage = window.localStorage): Store<EditorState> {
  const store = createStore<EditorState>({
    ...readRemembered(storage.getItem(storageKey)),
    documentId: undefined,
    selected: undefined,
    hovered: undefined,
    agentNode: undefined,
    editing: undefined,
    sheet: undefined,
    preview: false,
    codeFile: undefined,
    palette: false,
    shortcuts: false,
  })
  let saved = storage.getItem(storageKey)
  const pageKey = `${storageKey}.${projectId}.page`
  store.subscribe(() => {
    const { width, navigator, properties, agent, rightTab, leftTab, propertyTab, inTemplate, documentId } = store.get()
    const next = JSON.stringify({ width, navigator, properties, agent, rightTab, leftTab, propertyTab, inTemplate })
    if (next !== saved) {
      saved = next
      storage.setItem(storageKey, next)
    }
    if (documentId && storage.getItem(pageKey) !== documentId) storage.setItem(pageKey, documentId)
  })
  return store
}

/** The page that was open last in this project; it may be gone by now. */
export function lastPage(projectId: string, storage: Storage = window.localStorage): string | undefined {
  return storage.getItem(`${storageKey}.${projectId}.page`) ?? undefined
}

export function readRemembered(text: string | null): Remembered {
  if (text === null) return fresh
  try {
    const value: unknown = { ...fresh, ...JSON.parse(text) }
    return Value.Check(Remembered, value) ? value : fresh
  } catch {
    return fresh
  }
}

/** The widths of the top bar, in CSS pixels; `fit` takes what room there is. */
export function widthPixels(name: WidthName): number | undefined {
  return name === 'fit' ? undefined : Number(name)
}
