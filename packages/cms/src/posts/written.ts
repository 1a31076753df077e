import { type Static, Type } from 'typebox'

/** Where a write of content is, as results say it. */
export const Written = {
  /** False: it waits on `branch` for a review. */
  merged: Type.Boolean(),
  branch: Type.Optional(Type.String()),
}

const WrittenObject = Type.Object(Written)

interface Answer {
  merged: boolean
  branch?: string | undefined
  errors: readonly { message: string; field?: string | undefined }[]
}

export const writtenOf = ({ merged, branch }: Answer): Static<typeof WrittenObject> => ({
  merged,
  ...(branch === undefined ? {} : { branch }),
})

/** Sentences about a write for the person: that it waits, and why it is not seen yet. */
export function notesOf({ merged, branch, errors }: Answer): string[] {
  const lacking = errors
    .slice(0, 5)
    .map(({ message, field }) => (field === undefined ? message : `${field}: ${message}`))
  return [
    ...(merged ? [] : [`It waits for a review (${branch ?? 'a branch'}), so nothing is different yet.`]),
    ...(lacking.length > 0 ? [`It is not seen until this is mended: ${lacking.join(' ')}`] : []),
  ]
}
