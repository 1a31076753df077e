import * as strings from '../strings.ts'

const words: Readonly<Record<string, string>> = {
  ...strings.statuses,
  // As the difference of a branch says it, whose published values are others.
  'published, changed': strings.states.changed,
}

/** The value of a field as people read it: a status by the word that lists, forms and the calendar have for it. */
export const statusValue = (field: string, value: unknown): unknown =>
  (field === 'status' || field === ':status') && typeof value === 'string' ? (words[value] ?? value) : value
