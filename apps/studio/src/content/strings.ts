/** Texts of the screens of a project's content. */
export const content = 'Content'
export const models = 'Models'
export const noSuchProject = 'There is no such project'
export const tryAgain = 'Try again'
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
export const modelsOfThisProject = 'The models of this project, each with its entries.'
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
export const deleteQuestion = (title: string) => `Delete “${title}”?`
export const deleteHint = 'It goes to the bin in all languages, and can be restored for 30 days.'
export const refersToIt = (titles: readonly string[], more: number) => {
  const names = titles.map((title) => `“${title}”`).join(', ')
  const all = more > 0 ? `${names} and ${more} more` : names
  return titles.length + more === 1 ? `${all} refers to it.` : `${all} refer to it.`
}
export const moreWith = (title: string) => `More with ${title}`
export const duplicateEntry = 'Duplicate'
export const duplicatedEntry = (title: string) => `Duplicated ${title}. The copy is a draft.`
export const renameThisEntry = 'Rename…'
export const deleteThisEntry = 'Delete…'
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
export const renameHint = 'Letters, digits and dashes. What refers to it follows.'
export const statuses = {
  draft: 'Draft',
  in_review: 'In review',
  published: 'Published',
  rejected: 'Rejected',
  archived: 'Archived',
} as const
export const required = (label: string) => `${label} *`
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
export const saved = 'Saved'
export const savedInRepository = 'Saved · in the repository'
export const savedOnly = (why: string) => `Saved · ${why}`
export const onItsWay = 'on its way to the repository'
export const repositoryFailed = 'the repository could not be written'
export const noRepository = 'this server has no git for a repository'
export const unsentFields = (count: number) =>
  count === 1 ? 'No connection · 1 field is kept here' : `No connection · ${count} fields are kept here`
export const unsentField = (why: string) => `Kept here, and sent again: ${why}`
export const unsavedTexts = (count: number) =>
  count === 1 ? 'A text that you typed is not saved' : `${count} texts that you typed are not saved`
export const discardText = 'Discard'
export const refusedFields = (count: number) => (count === 1 ? '1 field is not saved' : `${count} fields are not saved`)
export const notOnTheSite = 'not on the site yet'
export const forReview = 'for a review'
export const untilPublished = 'waits to be published'
export const withErrors = (status: string) => `${status} · to be mended`
export const goesOutAsAccepted = 'has errors, so it goes out as it was accepted last'
export const withChanges = (status: string) => `${status} · changed`
export const publishChanges = 'Publish changes'
export const publishChangesOf = (locale: string) => `Publish changes in ${locale}`
export const changesArePublished = 'The changes are published'
export const why = 'Why'
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
export const decidedBy = {
  merged: (name: string) => `Merged by ${name}`,
  rejected: (name: string) => `Rejected by ${name}`,
} as const
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
export const seenInAnother = (language: string) => `Not translated yet: visitors see it in ${language}.`
export const fieldInAll = (label: string) => `${label} · all languages`
export const fieldIn = (field: string, locale: string) => `${field} · ${locale}`
export const fieldChange = (field: string, change: string) => `Field ${field}: ${change}`
export const onlyReviewers = 'A reviewer, an admin or an owner decides on these changes.'
export const mergedIt = (title: string) => `Merged “${title}”`
export const rejectedIt = (title: string) => `Rejected “${title}”`
export const nothingWasMerged = 'Nothing was changed.'
export const merge = 'Merge'
export const reject = 'Reject'
export const mergeLater = 'Merge later…'
export const mergesAt = (when: string) => `merges ${when}`
export const scheduleEnded = 'changed, so not merged by itself'
export const scheduleEndedHint = (when: string) =>
  `It was changed after its merge was scheduled, so it is not merged by itself on ${when}. Read what changed, then merge it or set a time again.`
export const mergeTime = 'Day and time'
export const mergeTimeHint =
  'By the clock of this browser. If the content has other values by then, the changes stay open.'
export const notAtItsTime = 'Not at a time'
export const willMerge = 'is merged'
export const conflictsAtItsTime = 'While values are to be decided, nothing is merged at this time.'
export const previewOfEntry = (title: string) => `Preview ${title} on the site`
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
export const selectAll = 'Select all'
export const selectEntry = (title: string) => `Select ${title}`
export const selected = (count: number) => `${count} selected`
export const clearSelection = 'Clear the selection'
export const publish = 'Publish'
export const unpublish = 'Unpublish'
export const archive = 'Archive'
export const remove = 'Delete'
export const copyTo = (locale: string) => `Copy to ${locale}`
export const entriesDone = {
  published: (count: number) => `Published ${entries(count)}`,
  draft: (count: number) => `Unpublished ${entries(count)}`,
  archived: (count: number) => `Archived ${entries(count)}`,
}
export const deletedEntries = (count: number) => `Deleted ${entries(count)}`
export const copiedEntries = (count: number, locale: string) => `Copied ${entries(count)} to ${locale}`
export const nothingToCopy = (locale: string) => `All of these are translated to ${locale} already`
export const deleteEntries = (count: number) => `Delete ${entries(count)}?`
export const waitsFor = (what: string) => `${what}: waits for a review`
export const filter = 'Filter'
export const columns = 'Columns'
export const views = 'Views'
export const saveView = 'Save this view…'
export const saveViewTitle = 'Save this view'
export const saveViewHint = 'Columns, order and filters, for everyone in this project.'
export const viewName = 'Name'
export const save = 'Save'
export const savedView = (name: string) => `Saved “${name}”`
export const removeView = (name: string) => `Delete the view “${name}”`
export const removedView = (name: string) => `Deleted the view “${name}”`
export const savedViews = 'Saved views'
export const allEntries = 'All entries'
export const anyStatus = 'Any status'
export const state = 'State'
export const anyState = 'Any state'
export const states = {
  changed: 'Published · changed',
  incomplete: 'Incomplete',
  scheduled: 'Scheduled',
  stale: 'Translation out of date',
  untranslated: 'Not translated',
  waits: 'Waits for a review',
} as const
export const field = 'Field'
export const comparison = 'Comparison'
export const value = 'Value'
export const comparisons = {
  is: 'is',
  not: 'is not',
  contains: 'contains',
  above: 'from',
  below: 'up to',
  set: 'is set',
  empty: 'is empty',
} as const
export const filterBy = 'By a field'
export const addFilter = 'Add filter'
export const clearFilters = 'Clear filters'
export const removeFilter = (name: string) => `Remove the filter ${name}`
export const nothingMatches = 'No entry matches'
export const nothingMatchesHint = 'Take a filter away to see more.'
export const titleColumn = 'Title'
export const changed = 'Changed'
export const sortBy = (name: string) => `Sort by ${name}`
export const showColumn = (name: string) => `Show ${name}`
export const usualColumns = 'Usual columns'
export const scheduled = 'scheduled'
export const goesOut = (when: string) => `goes out ${when}`
export const expires = (when: string) => `expires ${when}`
export const wentOut = (when: string) => `went out ${when}`
export const expired = (when: string) => `expired ${when}`
export const manualOrder = 'Manual order'
export const move = (title: string) => `Move ${title}`
export const moveHint = 'Alt and an arrow key move it.'
export const inOrderOf = (name: string) => `Order: ${name}`
export const toMend = (count: number) => (count === 1 ? '1 field to mend' : `${count} fields to mend`)

export const changedByThisRun = 'What this run changed'
export const nothingIsDifferent = 'Nothing is different.'
export const back = 'Back'
export const statusOf = (locale: string) => `Status in ${locale}`
export const scheduleOf = (locale: string) => (locale === '*' ? 'Schedule' : `Schedule of ${locale}`)
export const visibleFrom = 'Goes out'
export const visibleTo = 'Expires'
export const scheduleHint = 'Once it is published, and by the clock of this browser.'
export const noSchedule = 'No schedule'
export const copyFrom = (locale: string) => `Copy from ${locale}`
export const languagesSideBySide = 'Languages side by side'
export const writesHere = (name: string) => `${name} writes here`
export const originalChanged = 'The original has changed since'
export const wordsChanged = (count: number) =>
  count === 1 ? '1 word of the original has changed since' : `${count} words of the original have changed since`
export const partsOfTheForm = 'Parts of the form'
export const firstTab = 'General'
export const tabWithProblems = (title: string, count: number) => (count === 0 ? title : `${title} · ${toMend(count)}`)
export const usedBy = 'Used by'
export const andMore = (count: number) => `and ${count} more`
export const history = 'History'
export const somebody = 'Somebody'
export const createAndChoose = (title: string) => `Create “${title}”`
export const createHere = 'Create'
export const viewOf = (label: string) => `View of ${label}`
export const source = 'Source'
export const sourceAndPreview = 'Source and preview'
export const preview = 'Preview'
export const previewOf = (label: string) => `Preview of ${label}`
export const noText = 'No text yet.'
export const submissions = 'Submissions'
export const submissionStates = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  spam: 'Spam',
} as const
export const noSubmissions = 'Nothing here'
export const noSubmissionsHint =
  'What visitors send by a form of the site is read here, and made an entry of or rejected.'
export const approve = 'Approve'
export const approved = 'Approved as a draft'
export const rejectedSubmission = 'Rejected'
export const media = 'Media'
export const importFile = 'Import a CSV or JSON file'
export const importRows = 'Import'
export const calendar = 'Calendar'
export const notes = 'Notes'
export const newNotes = (count: number) => (count === 1 ? '1 new note' : `${count} new notes`)
export const createAndPublish = 'Publish at once'
export const publishEntry = 'Publish entry'
export const publishEntryIn = (locale: string) => `Publish entry in ${locale}`
export const bin = 'Bin'
export const moreActions = 'More actions'
export const nothingScheduled = 'Nothing is scheduled'
export const nothingScheduledHint =
  'An entry comes and goes by itself once its schedule is set, in each of its languages.'
export const willGoOut = 'goes out'
export const willExpire = 'expires'
export const keys = 'Keys'
export const webhooks = 'Webhooks'
export const form = 'Form'
export const repository = 'Repository'
export const repositoryHint = 'Everything that is saved here is written to a git repository a moment later.'
export const connectRepository = 'Connect a repository'
export const takeOverHint = 'Models, entries and languages that lie in a git repository are taken over.'
export const beginOtherwise = 'Begin without a repository'
export const takingOver = 'The content of the repository is being taken over'
export const takeOverFailed = 'The content could not be taken over yet. It is tried again until you give up.'
export const giveUp = 'Give up'
export const gaveUp = 'Nothing of the repository was taken over'
export const repositoryProblem = 'The repository is held up'
export const makeAnew = 'Make it anew from the content'
export const madeAnew = 'The repository was made anew'
export const repositoryStates = {
  written: 'Everything is written',
  waiting: 'On its way',
  writing: 'Writing',
  failed: 'Could not be written',
  unavailable: 'This server has no git',
} as const
export const changesMade = 'Changes'
export const inRepository = 'In the repository up to'
export const atRemote = 'At the remote up to'
export const newestCommit = 'Newest commit'
export const synchronize = 'Synchronize'
export const remote = 'Remote'
export const remoteHint = 'A repository elsewhere that this one pushes to and takes changes from, by https or ssh.'
export const remoteAddress = 'Address'
export const remoteToken = 'Token'
export const remoteTokenHint = 'Kept sealed on this server.'
export const connect = 'Connect'
export const disconnect = 'Disconnect'
export const connectedWith = 'Connected with'
export const filesToMend = 'Files to mend'
export const filesToMendHint = 'Files pushed by others that could not be imported as written. All others were.'
export const inFile = (file: string, line: number | undefined) => (line === undefined ? file : `${file}:${line}`)
export const moreFindings = (more: number) => `and ${more} more`
export const disconnected = 'The remote is forgotten'
export const webhookSecret = 'The secret of the webhook, shown here alone'

export const translate = 'Translate…'
export const translateEntries = (count: number) => `Translate ${count === 1 ? '1 entry' : `${count} entries`}`
export const translateEntriesHint =
  'The agent fills the language with the terms of the vocabulary, as drafts to review. What is translated already stays; the run can be stopped, and undone in one step.'
export const translateFrom = 'From'
export const translateTo = 'Into'
export const tooManyToTranslate = (most: number) => `Choose at most ${most} entries at a time, or all of them.`
export const translationSize = ({
  entries: count,
  fields,
  words,
}: {
  entries: number
  fields: number
  words: number
}) =>
  `${entries(count)} · ${fields === 1 ? '1 field' : `${fields} fields`} · ${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`
export const nothingToTranslate = (locale: string) => `All of it is translated to ${locale}, and nothing is stale.`
export const skippedEntries = (count: number) =>
  count === 1 ? '1 entry is left out.' : `${count} entries are left out.`
export const publishedToo = 'Published translations that are stale too; they are drafts afterwards'
export const vocabulary = 'Vocabulary'
export const settings = 'Settings'
export const contentSettings = 'Content settings'
export const noKeyWith = (words: string) => `No key has “${words}” in it or in its texts.`
export const design = 'Design'
export const designOf = (name: string) => `Design ${name}`

export const inPlace = 'In place'
export const toolbarOf = (label: string) => `Format of ${label}`
export const turnInto = 'Turn into'
export const bold = 'Bold'
export const italic = 'Italic'
export const strike = 'Strikethrough'
export const codeWords = 'Code'
export const link = 'Link'
export const linkAddress = 'Where the link leads'
export const noSuchLink = 'A link cannot run a script. Give an address, such as /about/ or https://example.com.'
export const picture = 'Picture'
export const alternativeText = 'Text for those who do not see the picture'
export const removeLink = 'Remove link'
export const apply = 'Apply'
export const bulletList = 'List'
export const numberedList = 'Numbered list'
export const quote = 'Quote'
export const codeBlock = 'Block of code'
export const richBlocks = {
  p: 'Paragraph',
  h1: 'Heading 1',
  h2: 'Heading 2',
  h3: 'Heading 3',
  h4: 'Heading 4',
  h5: 'Heading 5',
  h6: 'Heading 6',
} as const
export const keptAsSource = 'Kept as it is. Edit it under Source.'

export const onTheSite = 'On the site'
export const showOnTheSite = 'Preview on the site'
export const hideFromTheSite = 'Close the preview'
export const languageShown = 'Language of the preview'
export const widthShown = 'Width of the preview'
export const phoneWidth = 'Phone, 390 pixels'
export const desktopWidth = 'Desktop, 1280 pixels'
export const openInTab = 'Open in a tab of its own'
export const nextPreview = 'The next state of the page'
