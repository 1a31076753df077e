import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { NotesContext } from './context.ts'

export const addNote = (scope: string) =>
  defineOperation({
    id: `${scope}.addNote`,
    summary: 'Add a note',
    description: 'Adds one note. Returns its id.',
    icon: 'sticky-note',
    effect: 'write',
    affects: ['notes'],
    input: Type.Object({ text: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    output: Type.Object({ noteId: Type.String() }),
    run: ({ notes, create, newId, documentId }: NotesContext, { text }) => {
      const noteId = newId()
      ;(notes ?? create()).set(noteId, text)
      return ok({ noteId, document: { id: documentId } })
    },
  })
