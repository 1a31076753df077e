/** Texts of the editors of lists and groups. */
export const viewOf = (label: string) => `View of ${label}`
export const asForm = 'Form'
export const asJson = 'JSON'
export const jsonOf = (label: string) => `${label} as JSON`
export const noForm = 'Its model does not say what is in it, so it is edited as JSON.'
export const addToList = (label: string) => `Add to ${label}`
export const addItem = 'Add'
export const addHint = 'Enter or a comma adds it. Pasted lines become one item each.'
export const itemsOf = (label: string) => `Items of ${label}`
export const itemNumber = (number: number) => `Item ${number}`
export const editItem = (text: string) => `Edit ${text}`
export const removeItem = (text: string) => `Remove ${text}`
export const duplicateItem = (text: string) => `Duplicate ${text}`
export const moveItem = (text: string) => `Move ${text}`
export const moveHint = 'Alt and an arrow key move it.'
export const addedItem = (text: string) => `Added ${text}`
export const addedItems = (count: number) => `Added ${count.toLocaleString('en')} items`
export const removedItem = (text: string) => `Removed ${text}`
export const movedItem = (text: string, place: number, count: number) => `${text} is ${place} of ${count} now`
export const undo = 'Undo'
export const showMore = (shown: number, left: number) =>
  `Show ${shown.toLocaleString('en')} of ${left.toLocaleString('en')} more`
export const itemCount = (count: number) => (count === 1 ? '1 item' : `${count.toLocaleString('en')} items`)
export const problems = (count: number) => (count === 1 ? '1 problem' : `${count} problems`)
