/** Texts of the assistant's page. */
export const noSuchProject = 'There is no such project, or you have no access to it'
export const theSite = 'The site'
export const showTheSite = 'Show the site'
export const widthOfTheChat = 'Width of the chat'
export const page = 'Page'
export const pageNow = (title: string) => `${title}, as it is now`
export const pageBefore = (title: string) => `${title}, before`
export const pageAfter = (title: string) => `${title}, after`
export const noPages = 'The site has no pages yet'
export const noPagesHint = 'Ask the assistant for one.'
export const pageIsGone = 'This page is not there in this state.'
export const openInEditor = 'Open in the editor'
export const changedByThisRun = 'Changed by this run'
export const backToThePage = 'Back to the page'
export const nothingIsDifferent = 'Nothing was changed.'
export const state = 'State'
export const before = 'Before'
export const after = 'After'
export const now = 'Now'
export const undo = 'Undo'
export const redo = 'Redo'
export const goToTheSite = 'Go to the site'
export const assistant = 'Assistant'
export const noPageHere = 'The assistant has no page on a screen: use a tool that works without one.'
export const notOnline = (changes: number) => `${changes} not online`
export const heldByChecks = 'The checks of the site hold it back'
export const heldHint = 'Ask the assistant about it, or look at the checks in the editor of the site.'
export const publishChanges = 'Publish changes'
export const leftAsTheyWere = (count: number) =>
  count === 1
    ? 'One change was left, since it was edited again.'
    : `${count} changes were left, since they were edited again.`
