/** The editor's focus once a command is done. */
export interface Focus {
  /** The document to open; the open one when absent. */
  documentId?: string
  /** The node to select. */
  nodeId?: string
}

/**
 * How an editor offers one thing that can be done. Its palette, menus, shortcuts and their overview derive from a list
 * of these. Data and pure functions only, so that a list of commands is light enough to load with the editor.
 */
export interface Command {
  /** Unique among the commands of an editor, such as `node.delete`. */
  readonly name: string
  readonly label: string
  /** A lucide icon name. */
  readonly icon: string
  /** The section of a menu or palette; commands of one group are listed together. */
  readonly group: string
  /** The keys that run it, such as `mod+d` or `alt+arrowup`; the first one is the one that is shown. */
  readonly shortcuts?: readonly string[]
  /** It takes something away. */
  readonly danger?: boolean
}

/**
 * A command that runs an operation, as the operation's file defines it. `State` is what the editor knows: its document and
 * its selection.
 */
export interface CommandDefinition<State, Input = unknown, Output = unknown> extends Command {
  /** Its position in its group, from 1; those without one come last, by the names of their operations. */
  readonly order?: number
  /** The operation's input in this state of the editor; undefined when the command is not offered. */
  input(state: State): Input | undefined
  /**
   * Where several nodes are selected, it runs once for each of them, all as one step of undo: from the first to the last
   * in the order of the page, or from the last to the first. Absent means it acts on the one that was selected last.
   */
  readonly each?: 'forward' | 'backward'
  /** The focus after success. `state` is the one from before the operation ran. */
  focus?(output: Output, state: State): Focus
}

/** A command with the operation that it runs. */
export interface OperationCommand<State, Id extends string = string, Input = unknown, Output = unknown>
  extends CommandDefinition<State, Input, Output> {
  /** The id of the operation that it runs. */
  readonly operation: Id
}
