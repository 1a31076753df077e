/** Something that a program puts on the clipboard, and what a text makes of it. */
export interface PasteCase {
  name: string
  html: string
  rtf?: string
  /** The result as Markdown. A picture on its way is not in it. */
  result: string
  /** How many pictures are taken, by where they come from. */
  pictures?: Partial<Record<'data' | 'blob' | 'file' | 'web', number>>
  /** The parts that the editor says are left out or changed. */
  leftOut?: Readonly<Record<string, number>>
  /** Words of the source that are left out with a note, and words that the result has more. */
  lost?: string
  added?: string
}

/** A picture of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
