/** The tables of migration `0003-runs`. Times are epoch milliseconds. */
export interface RunTables {
  sessions: {
    id: string
    workspace_id: string
    project_id: string | null
    user_id: string
    scope: string
    document_id: string | null
    title: string | null
    credential_id: string | null
    model_id: string | null
    created_at: number
    updated_at: number
    message_count: number
    context_tokens: number | null
    deleted_at: number | null
    /** When the last message was sent in it; for the order of lists. */
    last_message_at: number | null
    /** A `Thinking`; null for the provider's default. */
    thinking: string | null
    /** The key of the Conversation API whose conversation it is; null if it is a person's. */
    conversation_key_id: string | null
  }
  session_folds: {
    session_id: string
    /** The part of the stream that it replaces, as offsets. */
    from_offset: string
    to_offset: string
    /** JSON: records. */
    records: string
  }
  runs: {
    id: string
    session_id: string
    scope: string
    user_id: string
    status: string
    /** Rises with every claim and every end: a commit fenced with an older one is refused. */
    epoch: number
    lease_owner: string | null
    lease_until: number | null
    abort_requested: number
    /** JSON: the message's text and pictures, and the ids of its records (`RowPrompt`). */
    prompt: string
    /** JSON: the editor's context when the message was sent. */
    context: string
    created_at: number
    started_at: number | null
    ended_at: number | null
    error: string | null
    /** When a scheduled run begins, or a waiting one is looked at again. */
    wake_at: number | null
    /** For a run that waits behind another: `steer` or `followUp`. */
    delivery: string | null
    /** 1: it does not begin by itself. */
    held: number
  }
}

/** The statuses of a run that is at work or waits for a decision; a session has at most one such run. */
export const activeStatuses = ['queued', 'running', 'waiting'] as const

export type RunRow = RunTables['runs']
