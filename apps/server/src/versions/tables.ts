/** The rows of migration 0009. Times are epoch milliseconds. */
export type VersionTables = {
  versions: {
    id: string
    project_id: string
    name: string
    /** Why it was kept: `hand`, `import`, `restore` or `publish`. */
    kind: string
    created_at: number
    created_by: string
    pages: number
    /** Gzipped JSON: `[document id, kind, head][]`. */
    documents: Uint8Array
  }
  version_contents: {
    project_id: string
    document_id: string
    head: number
    /** Gzipped JSON: the fields of the document at that head. */
    fields: Uint8Array
    created_at: number
    /** The version of the schema of the document's type in which the fields are written. */
    schema_version: number
  }
}
