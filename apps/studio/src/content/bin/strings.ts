/** Texts of the bin. */
export const bin = 'Bin'
export const about = 'Deleted entries are kept for 30 days, with all their languages. Then they are deleted for good.'
export const empty = 'The bin is empty'
export const emptyHint = 'Entries that somebody deletes wait here for 30 days, and can be restored.'
export const deletedBy = (name: string, when: string) => `Deleted by ${name} ${when}`
export const removedByUndo = (name: string, when: string) => `Taken back by ${name} ${when}`
export const daysLeft = (days: number) => (days === 1 ? '1 day left' : `${days} days left`)
export const restore = 'Restore'
export const restoreEntry = (title: string) => `Restore ${title}`
export const restored = (title: string) => `Restored ${title}`
export const restoreWaits = (title: string) => `Restoring ${title} waits for a review`
export const erase = 'Delete for good'
export const eraseEntry = (title: string) => `Delete ${title} for good`
export const eraseQuestion = (title: string) => `Delete “${title}” for good?`
export const eraseHint = 'Its values go in all languages. It cannot be restored, by undo neither.'
export const erased = (title: string) => `Deleted ${title} for good`
export const emptyBin = 'Empty the bin'
export const emptyQuestion = (count: number) =>
  count === 1 ? 'Delete 1 entry for good?' : `Delete ${count} entries for good?`
export const emptied = 'The bin is empty now'
export const undo = 'Undo'
export const open = 'Open'
export const showMore = 'Show more'
export const modelIsGone = 'its model was deleted'
export const untitled = 'Untitled'
