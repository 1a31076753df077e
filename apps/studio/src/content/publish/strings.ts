/** What publishing the content alone says. */
export const onlyContent =
  'Only entries go online. Pages stay as they were published, so nothing half-done comes with them.'
export const publishContent = 'Publish content'
export const nothingNew = 'Visitors see nothing new: what is online stays.'
export const notOnlineYet =
  'The site is not online yet. Publish the whole site once; after that, content can be published alone.'
export const openTheSite = 'Open the site'
export const howContentGoesOnline = 'How content goes online'
export const byHand = 'By hand'
export const withEachChange = 'With each change'
export const byHandHint = 'Published entries wait until somebody publishes. Scheduled ones go out at their time.'
export const withEachChangeHint = 'Every change of a published entry goes online a few seconds later.'
