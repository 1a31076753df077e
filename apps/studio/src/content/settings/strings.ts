/** Texts of the content's settings. */
export const settings = 'Settings'
export const onlyAdmins = 'An owner or an admin of the project changes these settings.'
export const languages = 'Languages'
export const languagesHint = 'Entries have a text in each. What is not translated shows the default one.'
export const defaultLanguage = 'default'
export const addLanguage = 'Add language'
export const newLanguage = 'New language'
export const newLanguageHint = 'A code such as de or pt-BR.'
export const languageWrong = (code: string) => `“${code}” is no code of a language, such as de or pt-BR.`
export const removeLanguage = (locale: string) => `Remove ${locale}`
export const removeTitle = (locale: string) => `Remove ${locale} with all that is written in it?`
export const removeHint = 'Undo brings all of it back.'
export const removeAnyway = 'Remove'
export const removed = (locale: string) => `Removed ${locale}`
export const undo = 'Undo'
export const progress = 'Removing'
export const workflow = 'Workflow'
export const workflowHint = 'What becomes of what editors write. An owner or an admin writes directly.'
export const workflows = {
  'auto-merge': 'Live at once',
  review: 'After a review',
} as const
export const limits = 'Reviews'
export const warnFrom = 'Warn from so many open reviews'
export const blockFrom = 'Open no more from so many'
export const keepFor = 'Days that decided ones stay in the repository'
export const noNumber = 'Enter a whole number.'
export const tryAgain = 'Try again'
