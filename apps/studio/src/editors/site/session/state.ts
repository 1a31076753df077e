import type { Finding } from '@atelier/site'
import { Type } from 'typebox'
import { createStore, patchStore, type Store } from '../../../documents/store.ts'
import { readFields, rememberFields } from '../../../shell/layout/remembered.ts'
import type { Drop } from '../model/rows.ts'

/** The frame that takes what room there is. */
export const FIT = 'fit'

/** The stored layout of a user's site editor. */
const Remembered = Type.Object({
  /** The frame one works in: the id of a breakpoint of the site, or `fit`. */
  width: Type.String(),
  /** The id of a panel of the navigator. */
  leftTab: Type.String(),
  propertyTab: Type.Enum(['style', 'settings']),
  /** The canvas shows a page inside its template. */
  inTemplate: Type.Boolean(),
  /** The sections of the style panel that are folded. */
  foldedStyles: Type.Array(Type.String()),
  /** The canvas shows a frame for every breakpoint of the site side by side. */
  allFrames: Type.Boolean(),
  /** Nodes that a click on the canvas passes by. */
  locked: Type.Array(Type.String()),
  /** Nodes that this browser's canvas does not show. */
  hiddenHere: Type.Array(Type.String()),
})
type Remembered = Type.Static<typeof Remembered>

/** The position of the insert palette in the window, in CSS pixels, and the target of its choice. */
export interface Inserting {
  x: number
  y: number
  /** Beside or in this node; the selected one by default. */
  target?: string
  /** Exactly here. */
  place?: Drop
}

/** The chosen place for styles; what is left out follows from the rules of the target. */
export interface StyleWish {
  selector?: string
  state?: string
  conditions?: string[]
  onlyBelow?: boolean
  ruleId?: string
  attribute?: boolean
}

/** The colour schemes that a page can be shown in. */
export const pageSchemes = ['light', 'dark'] as const
export type PageScheme = (typeof pageSchemes)[number]

/** The states in which the canvas can show the selected element without a pointer or a key. */
export const forcedStates = [':hover', ':focus-visible', ':active', ':checked'] as const

/** The comparison shown in place of the canvas: a run, the time since a version, or since the last release. */
export type Comparison =
  | { of: 'run'; sessionId: string; runId: string }
  | { of: 'version'; id: string; name: string; to?: { id: string; name: string } }
  | { of: 'release' }

/** From where a component was opened to be edited. */
export interface TrailStep {
  componentId: string
  /** The document that was open, and the instance in it if it was opened from one. */
  documentId: string
  nodeId?: string
}

export interface EditorState extends Remembered {
  documentId: string | undefined
  /** The node that was selected last. */
  selected: string | undefined
  /** Every selected node, in the order of selecting; it includes `selected`. */
  selection: readonly string[]
  hovered: string | undefined
  /** The chosen target of styles, and its node; another selection goes back to the usual target. */
  styleTarget: { nodeId: string; wish: StyleWish } | undefined
  /** The node that the agent touched last, for as long as it is at work there. */
  agentNode: string | undefined
  /** The node whose text is being typed. */
  editing: string | undefined
  /** The node whose layer is being renamed. */
  renaming: string | undefined
  /** The scheme that the canvas shows the page in; undefined is that of the system. */
  pageScheme: PageScheme | undefined
  /** The state that the canvas shows the selected element in, such as `:hover`; the pointer or a key need not be there. */
  forcedState: string | undefined
  /** The nodes whose children the layers show, beside the body of the page. */
  unfolded: ReadonlySet<string>
  /** The layers' search text; undefined if nothing is. */
  layerSearch: string | undefined
  /** The search text in the list of styles; undefined while the design panel shows the tokens. */
  styleSearch: string | undefined
  /** How one came to the component that is open, and leads back. */
  trail: readonly TrailStep[]
  /** The findings of the checks. */
  findings: readonly Finding[]
  /** The page is shown with its scripts running, and not to be edited. */
  preview: boolean
  comparing: Comparison | undefined
  /** The dialog that the comparison was opened from, and leads back to. */
  comparedFrom: EditorState['dialog']
  /** The comparison that was left last. */
  lastComparison: Comparison | undefined
  /** The path of the script or stylesheet that is open over the canvas. */
  codeFile: string | undefined
  /** The insert palette, while it is open. */
  inserting: Inserting | undefined
  /** The open dialog of the bar. */
  dialog:
    | 'publishing'
    | 'history'
    | 'siteSettings'
    | 'changeTag'
    | 'multiply'
    | 'newSite'
    | 'redesign'
    | 'addPages'
    | 'plans'
    | 'variants'
    | undefined
}

/**
 * The state in which the canvas shows the selected element: that of the style target while the style panel shows it,
 * else the one that was chosen; none while a text is typed.
 */
export function shownState(state: EditorState): string | undefined {
  const { editing, forcedState, propertyTab, selected, styleTarget } = state
  if (editing !== undefined) return undefined
  const isTarget = propertyTab === 'style' && styleTarget !== undefined && styleTarget.nodeId === selected
  const aimed = isTarget ? /^:(?!:)[a-z-]+/i.exec(styleTarget.wish.state ?? '')?.[0] : undefined
  return aimed ?? forcedState
}

const fresh: Remembered = {
  width: FIT,
  leftTab: 'layers',
  propertyTab: 'style',
  inTemplate: false,
  allFrames: false,
  foldedStyles: ['position', 'border', 'effects', 'motion', 'code', 'rules'],
  locked: [],
  hiddenHere: [],
}
/** The most nodes of one kind that are remembered, those of all projects together. */
const MAX_REMEMBERED = 500

/** The fields of a state in which no node is selected. */
export const nothingSelected = { selected: undefined, selection: [] } as const satisfies Partial<EditorState>

const pageKey = (projectId: string) => `atelier.editor.${projectId}.page`

/** The site editor's own state; its tabs and the width are remembered in this browser. */
export function createEditorState(projectId: string, storage: Storage = window.localStorage): Store<EditorState> {
  const store = createStore<EditorState>({
    ...readFields(Remembered, fresh, storage),
    documentId: undefined,
    ...nothingSelected,
    hovered: undefined,
    styleTarget: undefined,
    agentNode: undefined,
    editing: undefined,
    renaming: undefined,
    pageScheme: undefined,
    forcedState: undefined,
    unfolded: new Set(),
    layerSearch: undefined,
    styleSearch: undefined,
    trail: [],
    findings: [],
    preview: false,
    comparing: undefined,
    comparedFrom: undefined,
    lastComparison: undefined,
    codeFile: undefined,
    inserting: undefined,
    dialog: undefined,
  })
  const remembered = (state: EditorState): Remembered => ({
    width: state.width,
    leftTab: state.leftTab,
    propertyTab: state.propertyTab,
    inTemplate: state.inTemplate,
    foldedStyles: state.foldedStyles,
    allFrames: state.allFrames,
    locked: state.locked.slice(-MAX_REMEMBERED),
    hiddenHere: state.hiddenHere.slice(-MAX_REMEMBERED),
  })
  rememberFields(store, remembered, storage)
  store.subscribe(() => {
    const { documentId } = store.get()
    if (documentId && storage.getItem(pageKey(projectId)) !== documentId)
      storage.setItem(pageKey(projectId), documentId)
  })
  return store
}

/** The page that was open last in this project; it may be gone by now. */
export function lastPage(projectId: string, storage: Storage = window.localStorage): string | undefined {
  return storage.getItem(pageKey(projectId)) ?? undefined
}

/** Runs the page's scripts over the canvas, or goes back to editing it. */
export function togglePreview(state: Store<EditorState>): void {
  patchStore(state, { preview: !state.get().preview, comparing: undefined, codeFile: undefined })
}

/** Shows before and after in place of the canvas. Hidden nodes are not selected, so that no key changes them. */
export function showComparison(state: Store<EditorState>, comparing: Comparison): void {
  const { comparing: before, comparedFrom, dialog } = state.get()
  const from = dialog ?? (before === undefined ? undefined : comparedFrom)
  patchStore(state, {
    comparing,
    comparedFrom: from,
    preview: false,
    codeFile: undefined,
    dialog: undefined,
    ...nothingSelected,
  })
}

/** Shows the page to edit again, and over it the dialog that led to the comparison. */
export function leaveComparison(state: Store<EditorState>): void {
  const { comparing, comparedFrom } = state.get()
  patchStore(state, {
    comparing: undefined,
    comparedFrom: undefined,
    lastComparison: comparing,
    dialog: comparedFrom,
  })
}
