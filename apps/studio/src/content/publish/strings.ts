/** Texts of putting the content on the site and publishing it. */
export const onlyContent =
  'Only entries go online. Pages stay as they were published, so nothing half-done comes with them.'
export const publishContent = 'Publish content'
export const nothingNew = 'Visitors see nothing new: what is online stays.'
export const notOnlineYet =
  'The site is not online yet. Publish the whole site once; after that, content can be published alone.'
export const publishedIt = (title: string) => `Published ${title}`
export const notOnline = 'Visitors see it once it is online.'
export const putOnline = 'Put online'
export const goingOnline = 'Going online'
export const isOnline = 'Visitors see it now'
export const undo = 'Undo'
export const openTheSite = 'Open the site'
export const howContentGoesOnline = 'How content goes online'
export const byHand = 'By hand'
export const withEachChange = 'With each change'
export const waitingEdits = 'Changes that wait'
export const waitingCount = (count: number) => (count === 1 ? '1 change waits' : `${count} changes wait`)
export const otherWords = (count: number) => (count === 1 ? '1 word' : `${count} words`)
export const publishThis = (title: string, locale: string | undefined) =>
  locale === undefined ? `Publish ${title}` : `Publish ${title} in ${locale}`
export const publishChosen = (count: number) => (count === 1 ? 'Publish 1 change' : `Publish ${count} changes`)
export const editsOfPublishedEntries = 'Edits of published entries'
export const editsWait = 'Wait'
export const editsAtOnce = 'Go out at once'
export const editsWaitHint = 'Visitors see the published values until somebody publishes the entry again.'
export const editsAtOnceHint =
  'Visitors see every edit once its field is left, or 20 seconds after the last key. If you change from Wait, all that waits goes out.'
export const byHandHint = 'Published entries wait until somebody publishes. Scheduled ones go out at their time.'
export const withEachChangeHint = 'Every change of a published entry goes online a few seconds later.'
export const showOnTheSite = 'Show on the site'
export const showModelOnTheSite = (model: string) => `Show ${model} on the site`
export const address = 'Address'
export const listsThem = (model: string) => `lists ${model}, the newest first`
export const onePageEach = 'is the page of each entry'
export const inEachLanguage = 'in each other language'
export const pagesHint =
  'The pages get the header, the footer and the styles of your home page, and can be changed like any page. Visitors see them once the site is published.'
export const makeThePages = 'Make the pages'
export const openTheList = 'Open the list'
export const cancel = 'Cancel'
export const pagesAreMade = (model: string, route: string) => `${model} have pages at /${route}/.`
