import type { ContentSchema, StoredEntry } from '@atelier/content'

/** The state of a project's content. */
export interface ContentProject {
  /** The document of models, settings and vocabulary. */
  documentId: string
  /** Undefined while the content is not set up. */
  schema: ContentSchema | undefined
  /** The number of the change that made the schema so; it is another one whenever the schema is. */
  schemaSeq: number
  /** The number of the last change of the content. */
  seq: number
}

export interface ContentProjects {
  /** As it is committed now; undefined if the project never had content, or an import of it is not finished. */
  find(projectId: string): Promise<ContentProject | undefined>
}

/** Also finds projects that are being imported, for those who import them. */
export interface AllContentProjects extends ContentProjects {
  /** The same, also while it is being imported. */
  findAny(projectId: string): Promise<FoundProject | undefined>
}

export interface FoundProject extends ContentProject {
  importing: boolean
}

/** The state of a project whose import is not finished: its content is hidden, and not written to git. */
export const IMPORTING = 'importing'

/** The entries of one model in the order in which they were made. */
export interface EntriesOfModel {
  /** As they were when they were asked for. */
  all: readonly StoredEntry[]
  /** As they are kept now. */
  byId: ReadonlyMap<string, StoredEntry>
}

export interface StoredEntries {
  /** As they are committed: what has changed since the last call is read, and no more. */
  of(projectId: string, project: ContentProject, schema: ContentSchema, model: string): Promise<EntriesOfModel>
}
