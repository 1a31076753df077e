import type { ReactNode } from 'react'
import type { Connection } from '../../documents/connection.ts'
import type { Store } from '../../documents/store.ts'
import type { AgentPanelProps } from '../agent/AgentPanel.tsx'
import type { CommandSection, EditorCommand } from '../commands/command.ts'
import type { Shell } from '../layout/context.ts'

/** The functions that the shell needs of an editor's connection. */
export type EditorConnection = Pick<Connection, 'status' | 'people' | 'retry' | 'discard'>

/**
 * An editor of one kind of document: what the shell shows in its panes, offers as commands and reports to the agent. The
 * shell knows nothing else of what is edited.
 */
export interface DocumentEditor {
  /** The kind of document that it edits, such as `page`. */
  readonly kind: string
  readonly canvas: ReactNode
  readonly navigator: ReactNode
  /** The navigator's contents, such as “Pages and layers”. */
  readonly navigatorName: string
  /** Absent if it has none. */
  readonly properties?: ReactNode
  /** The contents of its properties; “Style and settings” when absent. */
  readonly propertiesName?: string
  /** Calls a function whenever the commands may be others. Returns what ends that. */
  watch(changed: () => void): () => void
  /** Its commands. The shell adds its own. */
  commands(shell: Shell): readonly EditorCommand[]
  /** The headings of the palette and the overview of shortcuts, before the shell's own. */
  sections(): readonly CommandSection[]
  /** Its parts of the bar: which document is open, how it is shown, and what is done with it. */
  readonly bar: {
    readonly title: ReactNode
    readonly view: ReactNode
    readonly actions: ReactNode
  }
  readonly agent: Pick<
    AgentPanelProps,
    | 'projectId'
    | 'scope'
    | 'about'
    | 'context'
    | 'pinned'
    | 'open'
    | 'select'
    | 'carryOut'
    | 'onActivity'
    | 'onChanged'
    | 'compare'
    | 'runPictures'
  >
  readonly connection: EditorConnection
  /** Whether unsaved edits are still there after the tab has opened an address of the studio; at none by default. */
  keepsEdits?(to: string): boolean
  readonly history: {
    readonly state: Store<{ canUndo: boolean; canRedo: boolean }>
    undo(): void
    redo(): void
  }
  /** Why something did not work, to be shown; each failure is a new object. */
  readonly problem: Store<{ message: string } | undefined>
}
