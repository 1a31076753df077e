import type { DocumentType, View } from '@atelier/documents'

/** A project's notes: one text for each key. */
export const notesType: DocumentType = {
  kind: 'notes',
  version: 1,
  describe: ({ patches }) => ({
    title: 'Notes',
    lines: patches.map(({ key, before, after }) => ({
      kind: after === undefined ? 'removed' : before === undefined ? 'added' : 'changed',
      what: 'note',
      target: key,
      label: String(after ?? before),
    })),
  }),
}

/** A project has one document of notes in each scope; it is made with the first note. */
export const notesId = (scope: string, projectId: string) => `${scope}-notes-${projectId}`

export function noteTexts(notes: View | undefined): string[] {
  return notes ? [...notes.keys()].sort().map((key) => String(notes.get(key))) : []
}
