import { type Static, Type } from 'typebox'
import { route } from './route.ts'

/** One change to a document, in words. */
export const ChangeLine = Type.Object({
  kind: Type.Enum(['added', 'removed', 'changed']),
  /** The changed thing, such as `page`, `rule` or `attribute`. */
  what: Type.String(),
  /** The id of the part of the document to show. */
  target: Type.Optional(Type.String()),
  /** Names the part for a person: `section.hero`, `.card color`. */
  label: Type.String(),
  before: Type.Optional(Type.String()),
  after: Type.Optional(Type.String()),
  /** Names the part that the line represents, within its document, to undo only that. */
  part: Type.Optional(Type.String()),
  /** Whether it has been taken back since. */
  restored: Type.Optional(Type.Boolean()),
})
export type ChangeLine = Static<typeof ChangeLine>

/** A part that an undo left as it is, and why. */
export const Kept = Type.Object({ documentId: Type.String(), key: Type.String(), reason: Type.String() })
export type Kept = Static<typeof Kept>

const turned = Type.Object({ undone: Type.Boolean(), applied: Type.Number(), kept: Type.Array(Kept) })

export const undoChange = route({
  method: 'POST',
  path: '/api/projects/:id/changes/:changeSetId/undo',
  summary: 'Undoes an edit that the server made: an operation, an upload, an import, a restored version',
  who: { project: 'document.read' },
  response: turned,
})

export const redoChange = route({
  method: 'POST',
  path: '/api/projects/:id/changes/:changeSetId/redo',
  summary: 'Redoes an edit that was undone',
  who: { project: 'document.read' },
  response: turned,
})
