/** Texts of the vocabulary's screen. */
export const vocabulary = 'Vocabulary'
export const about =
  'Words that this project uses, in each of its languages. The agent keeps to them when it writes and translates.'
export const search = 'Search terms'
export const term = 'Term'
export const noTerms = 'No terms yet'
export const noTermsHint = 'Add words that are always translated in one way, such as names of products.'
export const onlyReading = 'You may read these terms, not change them.'
export const nothingFound = (words: string) => `No term has “${words}” in it.`
export const newTerm = 'New term'
export const newTermHint = 'A word that stands for it, such as checkout.'
export const localeText = (locale: string) => `Text · ${locale}`
export const addTerm = 'Add term'
export const termMissing = 'A term needs a key and a text.'
export const termTaken = (key: string) => `There is a term “${key}” already.`
export const termLabel = (key: string, locale: string) => `${key} · ${locale}`
export const deleteTerm = (key: string) => `Delete ${key}`
export const deletedTerm = (key: string) => `Deleted ${key}`
export const undo = 'Undo'
export const tryAgain = 'Try again'
export const terms = (count: number) => (count === 1 ? '1 term' : `${count} terms`)
export const changedMeanwhile = (value: string) =>
  value === '' ? 'Another user has cleared it.' : `Another user has written: ${value}`
export const takeTheirs = 'Take theirs'
export const keepMine = 'Keep mine'
