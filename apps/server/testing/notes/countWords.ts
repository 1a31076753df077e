import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { NotesContext } from './context.ts'
import { noteTexts } from './document.ts'

/** An operation of another executor than the server. */
export const countWords = (scope: string, name: string, fallback?: 'server') =>
  defineOperation({
    id: `${scope}.${name}`,
    summary: 'Count the words of the notes',
    description: 'Returns how many words the notes have.',
    icon: 'hash',
    effect: 'read',
    executor: 'kernel',
    fallback,
    input: Type.Object({}, { additionalProperties: false }),
    output: Type.Object({ words: Type.Integer() }),
    run: ({ notes }: NotesContext) => ok({ words: noteTexts(notes).join(' ').split(/\s+/).filter(Boolean).length }),
  })
