import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { NotesContext } from './context.ts'
import { noteTexts } from './document.ts'

export const deleteNotes = (scope: string) =>
  defineOperation({
    id: `${scope}.deleteNotes`,
    summary: 'Delete all notes',
    description: 'Deletes every note. Returns how many there were.',
    icon: 'trash',
    effect: 'destructive',
    affects: ['notes'],
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({ deleted: Type.Integer() }),
    consequence: ({ notes }: NotesContext) => {
      const count = noteTexts(notes).length
      return { message: `Delete ${count} notes.`, target: `${count} notes`, documentIds: [] }
    },
    run: ({ notes }: NotesContext) => {
      const keys = [...(notes?.keys() ?? [])]
      for (const key of keys) notes?.delete(key)
      return ok({ deleted: keys.length })
    },
  })
