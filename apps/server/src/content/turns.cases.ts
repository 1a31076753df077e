/**
 * CPU time of the server's thread between two turns, in milliseconds. Each of these took 100 to 300 before it was done in
 * slices or in a thread, and takes 10 to 40 since; the rest is room for the garbage collector of a busy machine.
 */
export const MOST_MS = 80

export const noteFields = {
  title: { type: 'string', required: true, unique: true },
  text: { type: 'markdown' },
}
export const noteText = 'Bread and cakes of the day, as they come from the oven. '.repeat(8)

/** Numbers that follow each other. */
export const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)
