/** The list of values that were changed here without a connection and by others. */
export const changedOnBothSides = (count: number) =>
  count === 1 ? 'One value was changed on both sides' : `${count} values were changed on both sides`
export const changedMeanwhile =
  'You changed these values without a connection, and another person changed them at the same time. Choose which to keep.'
export const valuePlace = (document: string, name: string) => `${document}: ${name}`
export const attributeLabel = (name: string) => `attribute “${name}”`
/** Names the author of a value, or those one of whom is. */
export const theirsOf = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'disjunction' }).format(names)
export const keepMine = 'Keep mine'
export const leaveText = 'Leave as it is now'
export const takeTheirs = 'Take theirs'
export const keepAllOfMine = 'Keep all of mine'
export const takeAllOfTheirs = 'Take all of theirs'
export const deletedValue = 'Deleted'
export const yours = 'Yours'
export const theirs = 'Theirs'
export const emptyText = 'No text'
