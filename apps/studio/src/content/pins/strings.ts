/** Texts of what is pinned for the agent. */
export const pin = 'Pin for the agent'
export const unpin = 'Unpin from the agent'
export const pinned = 'Pinned for the agent'
export const remove = (title: string) => `Unpin ${title}`
export const full = (most: number) => `At most ${most} things are pinned. Unpin one first.`
export const pinnedCount = (count: number) =>
  count === 1
    ? '1 entry goes along with your messages to the agent'
    : `${count} entries go along with your messages to the agent`
export const pinnedAlready = 'They are pinned already'
