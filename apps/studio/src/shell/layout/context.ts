import { createContext, use } from 'react'
import type { Store } from '../../documents/store.ts'
import type { EditorCommand } from '../commands/command.ts'
import type { Panels } from './panels.ts'
import type { LayoutState } from './state.ts'

/** The shell's functions for the editor inside it. */
export interface Shell {
  readonly layout: Store<LayoutState>
  readonly panels: Panels
  /** Everything that can be done now: the shell's commands and the editor's. */
  commands(): readonly EditorCommand[]
  /** Runs the command of a key that was pressed where the shell receives no events, such as in a frame. */
  onKey(event: KeyboardEvent): void
  /** Shows the agent and hands it the focus. */
  askAgent(): void
  /** Shows the agent and sends it a message. */
  sendToAgent(message: string): void
}

export const ShellContext = createContext<Shell | undefined>(undefined)

/** @throws outside of the shell, which is a mistake of the author */
export function useShell(): Shell {
  const shell = use(ShellContext)
  if (!shell) throw new Error('useShell stands outside of Shell')
  return shell
}
