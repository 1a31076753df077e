import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { NotesContext } from './context.ts'
import { noteTexts } from './document.ts'

export const listNotes = (scope: string) =>
  defineOperation({
    id: `${scope}.listNotes`,
    summary: 'List the notes',
    description: 'Returns the texts of all notes.',
    icon: 'list',
    effect: 'read',
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({ notes: Type.Array(Type.String()) }),
    run: ({ notes }: NotesContext) => ok({ notes: noteTexts(notes) }),
  })
