import { Type } from 'typebox'

export const closed = { additionalProperties: false } as const
export const Id = Type.String({ minLength: 1, maxLength: 100 })
export const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
/** The project and the branch that a call means: those of the conversation if they are left out. */
export const place = { projectId: Type.Optional(Id), branchId: Type.Optional(Id) }

export const ListedDocument = Type.Object({
  documentId: Type.String(),
  name: Type.String(),
  type: Type.Literal('part'),
  folderId: Type.Optional(Type.String()),
})

export const listedDocument = ({ id, name, folder }: { id: string; name: string; folder?: string }) => ({
  documentId: id,
  name,
  type: 'part' as const,
  ...(folder === undefined ? {} : { folderId: folder }),
})
