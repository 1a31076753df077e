/** The rows of migration 0005. Times are epoch milliseconds. */
export type ReleaseTables = {
  releases: {
    id: string
    project_id: string
    /** Counts up from 1 within a project. */
    number: number
    created_at: number
    created_by: string
    pages: number
    files: number
    bytes: number
    /** The version of the site that it was made of; null where none is known. */
    version_id: string | null
  }
}
