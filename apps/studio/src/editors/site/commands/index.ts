import type { OperationCommand, OperationHandle } from '@atelier/operation'
import { pages, type SiteEditorState, siteCommands } from '@atelier/site'
import { bindCommand, type EditorCommand, type ViewCommand } from '../../../shell/commands/command.ts'
import type { Submenu } from '../../../shell/commands/menuEntries.ts'
import { operations } from '../session/handles.ts'
import type { EditorSession } from '../session/session.ts'
import { canvasCommands, widthCommands } from './canvas.ts'
import { clipboardCommands } from './clipboard.ts'
import { editorState } from './editorState.ts'
import { layerCommands } from './layers.ts'
import { selectCommands } from './select.ts'
import type { SiteView } from './siteView.ts'
import * as strings from './strings.ts'
import { viewCommandsOfSite } from './view.ts'

/** The commands of the site editor that are not operations. */
export const viewCommands: readonly ViewCommand<SiteView>[] = [
  ...clipboardCommands,
  ...layerCommands,
  ...selectCommands,
  ...viewCommandsOfSite,
  ...canvasCommands,
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
 * The same as the layer's menu shows them: what has many forms in menus of their own. Style actions are in the menu of
 * the style panel.
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

/** The inputs of a command's operation, one for each node that it acts on; none if it is not offered. */
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
