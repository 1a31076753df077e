import type { queryBuilder } from '@atelier/streams'

/** The tables of migrations 0002, 0008, 0012 and 0015; times are epoch milliseconds, JSON is text. */
export type DocumentTables = {
  documents: {
    id: string
    project_id: string
    kind: string
    /** The number of the last update; they count from 1 without gaps. */
    head: number
    /** The Yjs state up to `snapshot_head`, in update format 2; updates up to there may be gone. */
    snapshot: Uint8Array | null
    snapshot_head: number
    /** The fields at `snapshot_head`, as one JSON object. */
    projection: string | null
    created_at: number
    deleted_at: number | null
    /** The version of its type's schema that it is written in. */
    schema_version: number
  }
  /** A document as it was in an older schema, at its last head in it. */
  document_schemas: {
    document_id: string
    schema_version: number
    head: number
    /** All fields, as one JSON object. */
    fields: string
    created_at: number
  }
  document_updates: {
    document_id: string
    seq: number
    /** Yjs update format 1. */
    data: Uint8Array
    /** An `Origin`. */
    origin: string
    created_at: number
  }
  /** Who wrote the updates that a snapshot has taken in, each row those of one origin. */
  document_edits: {
    document_id: string
    first_seq: number
    last_seq: number
    /** An `Origin`. */
    origin: string
    edits: number
    first_at: number
    last_at: number
  }
  change_sets: {
    id: string
    project_id: string
    run_id: string | null
    /** Who made its first commit; null if that was before authors were kept, and for the change set of a group. */
    user_id: string | null
    /**
     * `applied`, `undone`, or `closed`: applied, and taking no further commit, since it is about to be undone. One that
     * was undone with its group is `undone_in_group`.
     */
    state: string
    label: string | null
    /** How many commits it holds; for a group, those of all its members together. */
    tail: number
    created_at: number
    /** The id of the change set of the group that this one belongs to. */
    group_id: string | null
  }
  change_patches: {
    change_set_id: string
    /** `do`: what the run changed. `undo`: what its undo changed, while it is undone. */
    part: string
    seq: number
    document_id: string
    /** The document's kind, if this commit created it. */
    created: string | null
    patches: string
    /** The commit's number among those of the group that the change set is a member of. */
    group_seq: number | null
    /** The version of the document's schema that the patches are written in. */
    schema_version: number
  }
  applied_keys: {
    key: string
    result: string
    created_at: number
  }
}

/** Builds statements over these tables. */
export type DocumentBuilder = ReturnType<typeof queryBuilder<DocumentTables>>
