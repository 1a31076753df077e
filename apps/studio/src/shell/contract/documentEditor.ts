import type { ReactNode } from 'react'
import type { Connection } from '../../documents/connection.ts'
import type { Store } from '../../documents/store.ts'
import type { AgentPanelProps } from '../agent/AgentPanel.tsx'
import type { CommandSection, EditorCommand } from '../commands/command.ts'
import type { Shell } from '../layout/context.ts'

/** What the shell asks of the connection that an editor saves over. */
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
  /** What the navigator lists, such as “Pages and layers”. */
  readonly navigatorName: string
  /** Absent if it has none. */
  readonly properties?: ReactNode
  /** Calls a function whenever the commands may be others. Returns what ends that. */
  watch(changed: () => void): () => void
  /** What can be done in it. The shell adds its own. */
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
    'projectId' | 'scope' | 'context' | 'open' | 'select' | 'carryOut' | 'onActivity' | 'onChanged' | 'compare'
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
