/** The text of the comment before a slot's content, when an editor shows an instance. */
export const slotMark = (name: string): string => `slot:${encodeURIComponent(name)}`

/** The text of the comment behind it. */
export const SLOT_END = '/slot'

/** The name of the slot that begins behind a comment, empty for the one without a name; undefined if none does. */
export function readSlotMark(comment: string): string | undefined {
  if (!comment.startsWith('slot:')) return undefined
  try {
    return decodeURIComponent(comment.slice('slot:'.length))
  } catch {
    // A comment that an author wrote.
    return undefined
  }
}
