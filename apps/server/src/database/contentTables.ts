import type { ContentRows } from '@atelier/repository'

/** The rows of content, its forms and its keys (migrations 0017 to 0027). Times are epoch milliseconds. */
export type ContentTables = ContentRows & {
  submissions: {
    id: string
    project_id: string
    model_id: string
    locale: string
    /** `pending`, `approved`, `rejected` or `spam`. */
    state: string
    data: string
    entry_id: string | null
    decided_by: string | null
    decided_at: number | null
    created_at: number
  }
  form_counts: {
    key: string
    count: number
    /** When the count ends. */
    until: number
  }
  content_known: {
    /** A conversation or a key. */
    caller: string
    document_id: string
    /** Empty of what is live. */
    branch_id: string
    locale: string
    /** Values by field, as JSON. */
    fields: string
    at: number
  }
  /** Migration 0042. Remarks of people about an entry or a branch. */
  content_comments: {
    id: string
    project_id: string
    /** The document of the entry or the branch. */
    document_id: string
    /** `comment`, or `request` for changes that a reviewer asks for. */
    kind: string
    locale: string | null
    /** The name of the field that it is about. */
    field: string | null
    body: string
    author: string
    created_at: number
    resolved_at: number | null
    resolved_by: string | null
  }
  /** The people who get a note about a comment. */
  content_notes: {
    comment_id: string
    project_id: string
    user_id: string
    seen_at: number | null
  }
  form_targets: {
    project_id: string
    model_id: string
    /** Sealed, since an address may hold a secret. */
    webhook_url: string | null
    /** Sealed for this project and model. */
    webhook_secret: string | null
    /** A JSON list of addresses. */
    mail_to: string | null
  }
  form_deliveries: {
    id: string
    project_id: string
    submission_id: string
    /** `webhook` or `mail`. */
    kind: string
    tries: number
    /** Null once it is given up. */
    next_at: number | null
    /** Why the last try failed. */
    problem: string | null
  }
  /** Migration 0037. The address and the secret are sealed; `events` is a JSON list. */
  webhooks: {
    id: string
    project_id: string
    name: string
    url: string
    secret: string
    events: string
    created_by: string
    created_at: number
  }
  /** Events that are not passed on to webhooks yet. */
  webhook_events: {
    id: string
    project_id: string
    document_id: string | null
    locale: string | null
    event: string
    /** `now`, `edit` (once nobody types any more) or `time` (set on an entry). */
    cause: string
    user_id: string | null
    /** JSON: what a call says of it. */
    data: string
    /** When it is passed on. */
    at: number
  }
  webhook_deliveries: {
    id: string
    webhook_id: string
    event_id: string
    event: string
    body: string
    tries: number
    /** Null once it has arrived or is given up. */
    next_at: number | null
    /** The status of the last answer. */
    status: number | null
    /** Why the last try failed. */
    problem: string | null
    created_at: number
    tried_at: number | null
  }
  /** Migration 0018. Lists are JSON; `models`, `tools` and `locales` are null where the key is not limited to some. */
  conversation_keys: {
    id: string
    workspace_id: string
    project_id: string
    /** Whose key it is: it can do at most what this person can. */
    user_id: string
    name: string
    hash: string
    /** The first characters of the key, by which people know it. */
    prefix: string
    /** `viewer`, `editor` or `admin`. */
    role: string
    models: string | null
    tools: string | null
    locales: string | null
    origins: string
    instructions: string
    credential_id: string | null
    model_id: string | null
    per_minute: number
    per_month: number
    /** When the messages of the last minute came. */
    recent: string
    /** Such as `2026-11`, in UTC, and how many messages came in it. */
    month: string
    month_count: number
    created_at: number
    last_used_at: number | null
  }
}
