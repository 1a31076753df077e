import type { Json } from '@atelier/documents'

/** Where a value is, in words that people use. Parts that do not apply are empty. */
export interface ValueName {
  model: string
  entry: string
  /** `*` where the model has none. */
  locale: string
  /**
   * The name of a field, the key of a dictionary or of a term, `#` and the paragraph's order behind a long text; of a
   * locale's meta `status` and the like, of a model its property, of the settings `config.` and their name.
   */
  field: string
}

/**
 * One value that the branch and the content have changed in different ways since the branch first wrote it. Ours is
 * the branch's side, theirs the content's as it is now; an absent side means that the value is not there.
 */
export interface Conflict extends ValueName {
  /** The digest of all of this: another one as soon as either side changes again. */
  id: string
  documentId: string
  key: string
  /**
   * `value`: both sides set it. `deleted_theirs`: the content has deleted what the branch edits, `deleted_ours` the
   * other way round; the key is then the deletion mark.
   */
  kind: 'value' | 'deleted_ours' | 'deleted_theirs'
  /** The whole document is gone, so that the branch's side cannot be taken. */
  isGone?: true
  base?: Json
  ours?: Json
  theirs?: Json
}

/** Absent sides were or are not there. */
export interface Sides {
  before?: Json
  after?: Json
}

export interface ValueDiff extends Sides {
  locale: string
  /** The name of the field, or of what is known beside the values, such as `status`. */
  field: string
  /** For a long text instead of both sides: the paragraphs that differ, in their order. */
  paragraphs?: Sides[]
}

export interface EntryDiff {
  model: string
  entry: string
  /** Its id now, if the branch changes it. */
  renamedFrom?: string
  documentId: string
  title: string
  change: 'added' | 'changed' | 'deleted' | 'restored'
  values: ValueDiff[]
}

export interface FieldDiff {
  field: string
  change: 'added' | 'changed' | 'deleted'
  renamedFrom?: string
  /** The field's definition, by property; for a new or deleted one only its type. */
  properties: ({ property: string } & Sides)[]
}

export interface ModelDiff {
  model: string
  change: 'added' | 'changed' | 'deleted'
  properties: ({ property: string } & Sides)[]
  fields: FieldDiff[]
}

/** The effect of merging a branch, in the words of content. Setting an equal value is no change. */
export interface BranchDiff {
  /** By model and id. */
  entries: EntryDiff[]
  models: ModelDiff[]
  vocabulary: ({ term: string; locale: string } & Sides)[]
  settings: ({ property: string } & Sides)[]
}
