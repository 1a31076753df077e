/** What the comment in front of a slot's content says, where an editor shows an instance. */
export const slotMark = (name: string): string => `slot:${encodeURIComponent(name)}`

/** What the comment behind it says. */
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
