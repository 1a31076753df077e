import type { OperationCommand, OperationHandle } from '@atelier/operation'
import { pages, type SiteEditorState, siteCommands } from '@atelier/site'
import { bindCommand, type EditorCommand, type ViewCommand } from '../../../shell/commands/command.ts'
import type { Submenu } from '../../../shell/commands/menuEntries.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import { addPagesFromPrompt } from './addPagesFromPrompt.ts'
import { allFrames } from './allFrames.ts'
import { changeTagTo, multiplyTo } from './ask.ts'
import { copy, cut, paste } from './clipboard.ts'
import { collapseLayers } from './collapseLayers.ts'
import { compareRelease } from './compareRelease.ts'
import { editComponent } from './editComponent.ts'
import { editorState } from './editorState.ts'
import { editText } from './editText.ts'
import { enterSelection } from './enterSelection.ts'
import { extendSelectionCommands } from './extendSelection.ts'
import { findLayer } from './findLayer.ts'
import { forcedStateCommands } from './forcedState.ts'
import { hideHere } from './hideHere.ts'
import { insert } from './insert.ts'
import { leaveSelection } from './leaveSelection.ts'
import { lockNode } from './lockNode.ts'
import { pageScheme } from './pageScheme.ts'
import { panCommands } from './pan.ts'
import { planRedesign } from './planRedesign.ts'
import { preview } from './preview.ts'
import { publish } from './publish.ts'
import { renameLayer } from './renameLayer.ts'
import { selectChild } from './selectChild.ts'
import { selectNext } from './selectNext.ts'
import { selectNothing } from './selectNothing.ts'
import { selectParent } from './selectParent.ts'
import { selectPrevious } from './selectPrevious.ts'
import { selectSiblings } from './selectSiblings.ts'
import { showContent } from './showContent.ts'
import { showHistory } from './showHistory.ts'
import { showPlans } from './showPlans.ts'
import { siteSettings } from './siteSettings.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'
import { copyStyles, pasteStyles } from './styleClipboard.ts'
import { widthCommands } from './width.ts'
import { zoomCommands } from './zoom.ts'

/** The commands of the site editor that are not operations. */
export const viewCommands: readonly ViewCommand<SiteView>[] = [
  insert,
  copy,
  cut,
  paste,
  copyStyles,
  pasteStyles,
  editText,
  renameLayer,
  hideHere,
  lockNode,
  changeTagTo,
  multiplyTo,
  editComponent,
  selectParent,
  selectChild,
  selectPrevious,
  selectNext,
  ...extendSelectionCommands,
  selectSiblings,
  enterSelection,
  leaveSelection,
  selectNothing,
  findLayer,
  collapseLayers,
  addPagesFromPrompt,
  planRedesign,
  showPlans,
  publish,
  preview,
  showContent,
  showHistory,
  compareRelease,
  siteSettings,
  allFrames,
  pageScheme,
  ...forcedStateCommands,
  ...zoomCommands,
  ...panCommands,
]

const submenus: ReadonlyMap<string, string> = new Map([
  ['multiply', strings.multiply],
  ['wrap', strings.wrap],
  ['tag', strings.changeTheTag],
])

/** The groups of commands that act on the selected layer, as the palette lists them. */
export const layerGroups = [
  'insert',
  'clipboard',
  'styles',
  'layer',
  'multiply',
  'wrap',
  'tag',
  'component',
  'arrange',
  'remove',
] as const

/**
 * The same as the layer's menu shows them: what has many forms in menus of their own. What is done with styles stands in
 * the menu of the style panel.
 */
export const layerMenu: readonly (string | Submenu)[] = layerGroups
  .filter((group) => group !== 'styles')
  .map((group) => {
    const label = submenus.get(group)
    return label === undefined ? group : { label, group }
  })

const handles: readonly OperationHandle[] = Object.values(operations)

/** @throws if the studio has no handle for the command's operation, which is a mistake of the author */
export function handleOf(command: OperationCommand<never>): OperationHandle {
  const handle = handles.find(({ id }) => id === command.operation)
  if (!handle) throw new Error(`The command ${command.name} has no handle for ${command.operation}`)
  return handle
}

/** What a command's operation runs with, once for each node that it acts on; none if it is not offered. */
export function inputsOf(command: OperationCommand<SiteEditorState>, state: SiteEditorState): unknown[] {
  const { selection = [] } = state
  const together = command.each !== undefined && selection.length > 1
  const ordered = command.each === 'backward' ? selection.toReversed() : selection
  const states = together ? ordered.map((selected) => ({ ...state, selected })) : [state]
  return states.flatMap((each) => command.input(each) ?? [])
}

/** Runs the operation of a command, and turns to what it names. */
async function runCommand(session: EditorSession, command: OperationCommand<SiteEditorState>): Promise<void> {
  const state = editorState(session)
  const [input, ...others] = inputsOf(command, state)
  if (input === undefined) return
  const handle = handleOf(command)
  const results =
    others.length === 0 ? [await session.run(handle, input)] : await session.runEach(handle, [input, ...others])
  const places = results.flatMap((result) => (result.ok && command.focus ? command.focus(result.data, state) : []))
  const [first] = places
  if (!first) return
  if (first.documentId !== undefined) session.openPage(first.documentId)
  else session.selectAll([...new Set(places.flatMap(({ nodeId }) => nodeId ?? []))])
}

/** Everything that can be done in the site editor. */
export function siteEditorCommands(view: SiteView): EditorCommand[] {
  const { session } = view
  const all: readonly OperationCommand<SiteEditorState>[] = siteCommands
  return [
    ...[...viewCommands, ...widthCommands(session)].map((command) => bindCommand(command, view)),
    ...all.map((command) => ({
      ...command,
      offered: () => inputsOf(command, editorState(session)).length > 0,
      run: () => void runCommand(session, command),
    })),
    ...otherPages(session),
  ]
}

/** A command for each page that is not open. */
function otherPages(session: EditorSession): EditorCommand[] {
  const view = session.site.get()?.local.view
  const { documentId } = session.state.get()
  return (view ? pages(view) : [])
    .filter(({ id }) => id !== documentId)
    .map(({ id, title, slug }) => ({
      name: `page.open.${id}`,
      label: strings.goTo(title),
      icon: 'file-text',
      group: 'otherPages',
      note: slug === 'index' ? '/' : `/${slug}`,
      offered: () => true,
      run: () => session.openPage(id),
    }))
}
