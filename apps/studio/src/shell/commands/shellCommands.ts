import type { Store } from '../../documents/store.ts'
import type { ViewCommand } from './command.ts'
import * as strings from './strings.ts'

/** The state that the shell's own commands act on. */
export interface ShellView {
  readonly history: {
    readonly state: Store<{ canUndo: boolean; canRedo: boolean }>
    undo(): void
    redo(): void
  }
  openOverlay(overlay: 'palette' | 'shortcuts'): void
  togglePanel(panel: 'navigator'): void
  showPanel(panel: 'properties'): void
  askAgent(): void
}

export const showProperties: ViewCommand<ShellView> = {
  name: 'shell.properties',
  label: strings.showStyleAndSettings,
  icon: 'panel-right',
  group: 'shell',
  run: (shell) => shell.showPanel('properties'),
}

/** The commands that every editor offers, whatever it edits. */
export const shellCommands: readonly ViewCommand<ShellView>[] = [
  {
    name: 'edit.undo',
    label: strings.undo,
    icon: 'undo-2',
    group: 'edit',
    shortcuts: ['mod+z'],
    offered: ({ history }) => history.state.get().canUndo,
    run: ({ history }) => history.undo(),
  },
  {
    name: 'edit.redo',
    label: strings.redo,
    icon: 'redo-2',
    group: 'edit',
    shortcuts: ['mod+shift+z', 'mod+y'],
    offered: ({ history }) => history.state.get().canRedo,
    run: ({ history }) => history.redo(),
  },
  {
    name: 'shell.agent',
    label: strings.askTheAgent,
    icon: 'sparkles',
    group: 'shell',
    shortcuts: ['/'],
    // The composer takes this key too, but does not bring its panel into sight.
    always: true,
    run: (shell) => shell.askAgent(),
  },
  {
    name: 'shell.navigator',
    label: strings.showTheNavigator,
    icon: 'panel-left',
    group: 'shell',
    shortcuts: ['mod+\\'],
    whileWriting: true,
    run: (shell) => shell.togglePanel('navigator'),
  },
  showProperties,
  {
    name: 'shell.palette',
    label: strings.commands,
    icon: 'command',
    group: 'shell',
    shortcuts: ['mod+k'],
    whileWriting: true,
    run: (shell) => shell.openOverlay('palette'),
  },
  {
    name: 'shell.shortcuts',
    label: strings.keyboardShortcuts,
    icon: 'keyboard',
    group: 'shell',
    shortcuts: ['?'],
    run: (shell) => shell.openOverlay('shortcuts'),
  },
]
