/** What the screens of a project's content say. */
export const content = 'Content'
export const models = 'Models'
export const noSuchProject = 'There is no such project'
export const tryAgain = 'Try again'
export const allProjects = 'All projects'
export const goToTheSite = 'Go to the site'
export const goTo = (name: string) => `Go to ${name}`
export const review = 'Review'
export const settingUp = 'The settings of this content wait for a review.'
export const reviewThem = 'Review them'
export const contentIsBroken = 'The content cannot be written now'
export const setUpContent = 'Set up content'
export const setUpHint =
  'Posts, products, people: what a site shows many of. You and the agent edit it here, beside the site.'
export const languages = 'Languages'
export const languagesHint = 'Codes such as en or pt-BR, with a comma between them. The first one is translated from.'
export const languageIsWrong = (code: string) => `“${code}” is no code of a language, such as en or pt-BR.`
export const languageIsMissing = 'Name at least one language.'
export const askTheAgent = 'Ask the agent'
export const noModels = 'No models yet'
export const noModelsHint =
  'A model says which fields its entries have. Begin with one of these, or describe yours to the agent.'
export const newModel = 'New model'
export const addModel = (name: string) => `Add ${name}`
export const entries = (count: number) => (count === 1 ? '1 entry' : `${count} entries`)
export const onlyReading = 'You may read this content, not change it.'
export const askSomebody = 'Ask an owner or an admin of the project to set it up.'
export const overview = 'All models'
export const add = 'Add'
export const openChanges = (count: number) => (count === 1 ? '1 waits for a review' : `${count} wait for a review`)
export const modelsOfThisProject = 'What this project has entries of.'
export const noPageHere = 'The content of the project is open here, and no page of its site.'
export const unexpectedAnswer = 'The server answered in a way that this studio does not know. Reload the page.'
export const noNumber = (text: string) => `“${text}” is no number.`
export const noTime = 'This is no time such as 9 March 2026, 10:00.'
export const noJson = (why: string) => `This is no JSON: ${why}`
export const newEntry = 'New entry'
export const newEntryIn = (model: string) => `New entry in ${model}`
export const search = 'Search'
export const searchIn = (model: string) => `Search ${model}`
export const noEntries = 'No entries yet'
export const noEntriesHint = 'Make the first one here, or ask the agent.'
export const nothingFound = 'Nothing found'
export const nothingFoundHint = (words: string) => `No entry has “${words}” in its title or its texts.`
export const untitled = 'Untitled'
export const notShownYet = 'not shown yet'
export const translated = 'translated'
export const notTranslated = 'not translated'
export const staleTranslation = 'the original has changed since'
export const deleteEntry = (title: string) => `Delete ${title}`
export const deleted = (title: string) => `Deleted ${title}`
export const deletionWaits = (title: string) => `Deleting ${title} waits for a review`
export const undo = 'Undo'
export const deleteAnyway = (title: string) => `Delete ${title}?`
export const deleteAndClear = 'Delete and clear'
export const deleteAndClearHint = 'Deleting it takes it out of these fields too. It can be undone.'
export const range = (from: number, to: number, of: number) => `${from}–${to} of ${of}`
export const previousPage = 'Previous page'
export const nextPage = 'Next page'
export const cancel = 'Cancel'
export const create = 'Create'
export const slug = 'Slug'
export const slugHint = 'Small letters, digits and dashes: the end of its address.'
export const slugIsMissing = 'A document needs a slug.'
export const entryId = 'Id'
export const idIsMissing = 'An entry needs an id.'
export const changeSlug = 'Change the slug'
export const changeId = 'Change the id'
export const rename = 'Rename'
export const renameEntry = (title: string) => `Rename ${title}`
export const renameHint = 'Letters, digits and dashes. What refers to it follows.'
export const statuses = {
  draft: 'Draft',
  in_review: 'In review',
  published: 'Published',
  rejected: 'Rejected',
  archived: 'Archived',
} as const
export const required = (label: string) => `${label} *`
export const jsonHint = 'As JSON.'
export const notSet = 'Not set'
export const yes = 'Yes'
export const no = 'No'
export const takeOut = (name: string) => `Take out ${name}`
export const choose = 'Choose'
export const chooseFor = (label: string) => `Choose for ${label}`
export const model = 'Model'
export const entryIsGone = 'This entry is gone'
export const entryIsGoneHint = 'It was deleted or renamed. Undo brings back what you deleted yourself.'
export const backTo = (model: string) => `Back to ${model}`
export const status = 'Status'
export const language = 'Language'
export const showsInstead = (locale: string) => `not translated: ${locale} is shown instead`
export const savedNotShown = (count: number) =>
  count === 1
    ? 'Saved, not shown yet: 1 field is to be mended'
    : `Saved, not shown yet: ${count} fields are to be mended`
export const savedNotShownBecause = (why: string) => `Saved, not shown yet: ${why}`
export const notSaved = (why: string) => `Not saved: ${why}`
export const saving = 'Saving'
export const waitsForReview = 'Saved, waits for a review'
export const waits = 'waits for a review'
export const entryWaits = 'What is marked here waits for a review'
export const seeTheChanges = 'See the changes'
export const changedMeanwhile = (value: string) =>
  value === '' ? 'Another user has cleared this field meanwhile.' : `Another user has written meanwhile: ${value}`
export const takeTheirs = 'Take theirs'
export const keepMine = 'Keep mine'
export const originalIs = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text)
export const key = 'Key'
export const text = 'Text'
export const keyAndText = 'A key and its text are needed.'
export const noKeys = 'No texts yet.'
export const modelIsGone = 'There is no such model any more'
export const nothingToReview = 'Nothing waits for a review'
export const nothingToReviewHint = 'Changes that somebody else has to agree to are read here, and merged or rejected.'
export const decided = 'Decided'
export const branchStates = { open: 'Open', merged: 'Merged', rejected: 'Rejected' } as const
export const changes = (count: number) => (count === 1 ? '1 change' : `${count} changes`)
export const byWhen = (name: string, when: string) => `${name}, ${when}`
export const branchIsGone = 'There are no such changes'
export const conflicts = 'Changed on both sides'
export const conflictsHint = 'The content was changed after this was proposed. Choose which value stays.'
export const showMore = 'Show more'
export const noChanges = 'The content has all of this already.'
const changeWords: Readonly<Record<string, string>> = {
  added: 'new',
  changed: 'changed',
  deleted: 'deleted',
  restored: 'restored',
}
export const changeOf = (change: string) => changeWords[change] ?? change
export const fieldIn = (field: string, locale: string) => `${field} · ${locale}`
export const fieldChange = (field: string, change: string) => `Field ${field}: ${change}`
export const onlyReviewers = 'A reviewer, an admin or an owner decides on these changes.'
export const mergedIt = (title: string) => `Merged “${title}”`
export const rejectedIt = (title: string) => `Rejected “${title}”`
export const nothingWasMerged = 'Nothing was changed.'
export const merge = 'Merge'
export const reject = 'Reject'
export const leftToDecide = (count: number) =>
  count === 1 ? '1 value is to be decided' : `${count} values are to be decided`
export const was = 'Was'
export const proposed = 'Proposed'
export const inTheContent = 'In the content now'
export const takeFor = (name: string) => `Value of ${name}`
export const takeProposed = 'Take proposed'
export const keepContent = 'Keep content'
export const nothing = 'Nothing'
export const ownValue = 'Own value'
export const ownValueFor = (name: string) => `Own value of ${name}`
export const deletedThere = 'It was deleted from the content after this was proposed.'
export const deletedHere = 'It is proposed to delete it, and it was changed in the content since.'
