import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { NotesContext, NotesServices } from './context.ts'
import { noteTexts } from './document.ts'

const input = Type.Object({ to: Type.String(), text: Type.String({ minLength: 1 }) }, { additionalProperties: false })

/** Something that has an effect outside: it may be sent once at most. */
export const sendNote = (scope: string) =>
  defineOperation({
    id: `${scope}.sendNote`,
    summary: 'Send a note',
    description: 'Posts a note to an address, and keeps it with the answer.',
    icon: 'send',
    effect: 'external',
    onDemand: true,
    affects: ['notes'],
    input,
    output: Type.Object({ answer: Type.String() }),
    consequence: ({ notes }: NotesContext, { to, text }) => ({
      message: `Send “${text}” to ${to} beside ${noteTexts(notes).length} notes.`,
      target: to,
      documentIds: [],
    }),
    outside: async ({ post }: NotesServices, { to, text }, { signal }) => ({ answer: await post(to, text, signal) }),
    verify: 'The address shows what it was sent.',
    run: (context: NotesContext, { text }, sent) => keepAnswered(context, text, sent),
  })

/** Something that asks outside and has no effect there, of a caller who reads the notes. */
export const quoteNote = (scope: string) =>
  defineOperation({
    id: `${scope}.quoteNote`,
    summary: 'Ask for a quote and note it',
    description: 'Posts a text to an address, and keeps it with the answer. “full” if there is a note “full”.',
    icon: 'quote',
    effect: 'write',
    onDemand: true,
    affects: ['notes'],
    input,
    output: Type.Object({ answer: Type.String() }),
    outside: async ({ post }: NotesServices, { to, text }, { signal }) => ({ answer: await post(to, text, signal) }),
    run: (context: NotesContext, { text }, sent) => keepAnswered(context, text, sent),
  })

function keepAnswered({ notes, create, newId }: NotesContext, text: string, sent: { answer: string } | undefined) {
  if (!sent) return fail('unavailable', 'Nothing is sent from here.')
  if (noteTexts(notes).includes('full')) return fail('full', 'There is no room for another note.')
  ;(notes ?? create()).set(newId(), `${text}: ${sent.answer}`)
  return ok({ answer: sent.answer })
}
