import type { Database } from '@atelier/streams'
import type { DocumentTypes } from './documentType.ts'
import type { LiveDocument, LiveState } from './live.ts'
import { plainView } from './memory.ts'
import type { Queries } from './queries.ts'
import type { Json, View } from './view.ts'

export interface StoredFields {
  head: number
  /** The version of the type's schema in which the fields are written. */
  schemaVersion: number
  fields: Record<string, Json>
}

interface LiveFields extends Omit<StoredFields, 'fields'> {
  view: View
}

export interface StoredText extends Omit<StoredFields, 'fields'> {
  text: string
}

/** The committed documents of one project, to be read. */
export interface ProjectViews {
  readonly projectId: string
  /** Undefined if the project has no such document, or no more. */
  open(documentId: string): Promise<View | undefined>
}

export interface ProjectDocuments extends ProjectViews {
  /** As `open`, with the head. Observe it to keep it in memory. */
  live(documentId: string): Promise<LiveDocument | undefined>
  /** The fields as plain JSON in the schema of their type, from the stored projection if that is of the head. */
  projection(documentId: string): Promise<StoredFields | undefined>
  /** The same as JSON text, to be kept: that of a large document takes long to read and to write again. */
  projectionText(documentId: string): Promise<StoredText | undefined>
}

/** @param open of the documents of all projects */
export function createProjectDocuments({
  database,
  queries,
  types,
  open,
}: {
  database: Database
  queries: Queries
  types: DocumentTypes
  open(documentId: string): Promise<LiveState | undefined>
}) {
  async function projection(documentId: string, projectId?: string): Promise<StoredFields | undefined> {
    const found = await storedOrLive(documentId, projectId)
    if (!found) return undefined
    const { head, schemaVersion } = found
    return { head, schemaVersion, fields: 'text' in found ? JSON.parse(found.text) : plainView(found.view) }
  }

  async function projectionText(documentId: string, projectId: string): Promise<StoredText | undefined> {
    const found = await storedOrLive(documentId, projectId)
    if (!found) return undefined
    const { head, schemaVersion } = found
    return { head, schemaVersion, text: 'text' in found ? found.text : JSON.stringify(plainView(found.view)) }
  }

  /** The stored projection of a document, or what is in memory if that is newer. */
  async function storedOrLive(documentId: string, projectId?: string): Promise<StoredText | LiveFields | undefined> {
    const stored = await database.read(queries.projection(documentId))
    if (stored && stored.schemaVersion === types.of(stored.kind).version) {
      if (projectId !== undefined && stored.projectId !== projectId) return undefined
      return { head: stored.head, schemaVersion: stored.schemaVersion, text: stored.projection }
    }
    const live = await open(documentId)
    if (!live || (projectId !== undefined && live.projectId !== projectId)) return undefined
    return { head: live.head, schemaVersion: live.schemaVersion, view: live.view }
  }

  const inProject = (projectId: string): ProjectDocuments => {
    const live = async (documentId: string) => {
      const found = await open(documentId)
      return found?.projectId === projectId ? found : undefined
    }
    return {
      projectId,
      live,
      open: async (documentId) => (await live(documentId))?.view,
      projection: (documentId) => projection(documentId, projectId),
      projectionText: (documentId) => projectionText(documentId, projectId),
    }
  }

  return { inProject, projection }
}
