import type { RunTables } from '@atelier/agent'
import type { Generated } from 'kysely'

/** The rows of content that the repository is written from and filled into. Times are epoch milliseconds. */
export type ContentRows = {
  content_projects: {
    project_id: string
    /** The document of kind `content`. */
    document_id: string
    /** JSON: a `ContentSchema`; null while the project's content is not set up. */
    schema: string | null
    /** The number of the change that made it so. */
    schema_seq: number
    /** The number of the last change of the project's content; each is given under the lock of this row. */
    seq: number
    /** Up to which the changes are in the repository, and pushed. */
    written_seq: number
    pushed_seq: number
    /** The newest commit of the repository. */
    tip: string | null
    state: string
    error: string | null
    /** JSON: the remote, its key sealed (`auth/secrets.ts`). */
    remote: string | null
    /** Which server writes the repository, and until when. */
    lease_owner: string | null
    lease_until: number | null
    /** How content goes out: `hand`, or `change` for each published change. */
    release_mode: string
    /** The number of the last change that visitors see, when it was released, and until when a server is about it. */
    released_seq: number
    released_at: number | null
    release_until: number | null
    /** JSON: `RepositoryFindings` (`files/findings.ts`); null where nothing was found. Added by migration 0022. */
    findings: string | null
    /** When the webhook last began a synchronization, of whichever server. */
    webhook_at: Generated<number | null>
  }
  content_entries: {
    document_id: string
    project_id: string
    model_id: string
    entry_id: string
    /** The head of the document that it was derived from. */
    head: number
    /** The number of the change that last wrote this row. */
    seq: number
    /** JSON: the settled locales of the `Entry`, values by the key of the field; null until its model has accepted it. */
    data: string | null
    /** JSON: by locale, the published values of those in which they are not the settled ones; null if there are none. */
    published: string | null
    title: string
    /** JSON: `Finding[]` of the live state. */
    issues: string
    /** 1 while a change of its model is not looked at here yet. */
    stale: number
    /** The nearest time at which it is published or expires. */
    next_at: number | null
    /** When typed edits go out that are held while somebody types; null if there are none. */
    held_until: number | null
    /** The time (`next_at`) for which it was looked at again an hour before, and right before. */
    checked_for: number | null
    checked_then: number | null
    created_at: number
    updated_at: number
    deleted_at: number | null
    /** JSON: by locale, when it came to visitors; null if that was not noted. */
    published_at: string | null
    /** When it was deleted for good. */
    erased_at: number | null
    /** 1 once its values are gone for good. */
    wiped: number
  }
  /** Values of locales that were published, by their digest or by `unnamedOf`. Kept as long as the entry's document. */
  content_published: {
    document_id: string
    name: string
    project_id: string
    /** JSON: the values by the keys of their fields. */
    data: string
  }
  content_keys: {
    document_id: string
    project_id: string
    /** `unique`, `ref` or `media`. */
    kind: string
    model_id: string
    /** The key of the field. */
    field: string
    locale: string
    value: string
  }
  content_changes: {
    project_id: string
    seq: number
    document_id: string
    kind: string
    source: string
    /** An `Origin`. */
    origin: string
    change_set_id: string | null
    label: string | null
    affected: string
    patches: string
    created_at: number
  }
  content_branches: {
    project_id: string
    /** That of its document, too. */
    id: string
    name: string
    title: string
    state: string
    /** How many values it holds. */
    changes: number
    merge_at: number | null
    /** When it would have been merged, had it not been changed after that was set. */
    schedule_ended: number | null
    /** The conversation that it belongs to. */
    session_id: string | null
    /** The commit of the content that its files are made over; null before the first one. */
    base_tip: string | null
    /** The commit that its ref was last left with; null without a ref. */
    tip: string | null
    /** Up to which of its changes are in `tip`. */
    written_seq: Generated<number>
    created_by: string
    created_at: number
    updated_at: number
    closed_at: number | null
    /** Who merged or rejected it. */
    closed_by: string | null
  }
  /** `place` is a word of the project's id; `title` and `body` are prepared words. */
  content_search: {
    id: Generated<number>
    document_id: string
    project_id: string
    place: string
    model_id: string
    entry_id: string
    locale: string
    title: string
    body: string
  }
}

/** The tables that the repository reads: of users and conversations only what names the author of a commit. */
export type RepositoryTables = ContentRows & {
  auth_users: { id: string; name: string }
} & { [Name in keyof RunTables]: RunTables[Name] }
