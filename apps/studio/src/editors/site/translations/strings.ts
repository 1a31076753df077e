/** Texts of the translations of pages. */
export const translateTitle = (title: string) => `Translate “${title}”`
export const translateHint = (address: string) =>
  `A page of its own, at ${address}, with the texts as they are now. What changes in the source later is listed there.`
export const language = 'Language'
export const languageHint = 'A language tag, such as tr, de or pt-BR'
export const titleOfTheTranslation = 'Title'
export const cancel = 'Cancel'
export const makeTheTranslation = 'Make the translation'
export const noLocaleLeft = 'The page is translated to all languages of the project. Add one in the content’s settings.'
export const translation = 'Translation'
export const translationState = (count: number) =>
  count === 0 ? 'Translation: up to date' : `Translation: ${count} ${count === 1 ? 'text' : 'texts'} to look at`
export const ofSource = (title: string, locale: string) => `“${title}” in ${locale}`
export const openTheSource = 'Open the source'
export const upToDate = 'Up to date'
export const upToDateHint = 'What changes in the source page from now on is listed here.'
export const textsToLookAt = (count: number) => `${count} ${count === 1 ? 'text' : 'texts'}`
export const notRead =
  'The translation could not be compared with its source. It is tried again when this is opened again.'
export const kinds = {
  changed: 'Changed in the source',
  untranslated: 'Not translated yet',
  new: 'New in the source',
  gone: 'No longer in the source',
} as const
export const goTo = (text: string) => `Show “${text}” on the page`
export const stillRight = 'Still right'
export const asItIs = 'Right as it is'
export const write = 'Translate'
export const takeOver = 'Take over'
export const leaveOut = 'Leave out'
export const remove = 'Remove'
export const keep = 'Keep'
export const newText = 'Translation'
export const save = 'Save'
export const andMore = (count: number) => `and ${count} more`
export const translateTexts = (title: string) => `Translate the texts of “${title}”`
export const translateTextsHint =
  'The agent translates them with the terms of the vocabulary. What is translated already stays; the run can be stopped, looked through, and undone in one step.'
export const withTheAgent = 'Translate with the agent…'
export const whichTexts = 'Which texts'
export const allOpen = 'All that are open'
export const onlyChanged = 'Only changed ones'
export const sizeOfTexts = (texts: number, words: number) =>
  `${textsToLookAt(texts)} · ${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`
export const nothingToTranslate = 'There is nothing to translate.'
