/** What publishing says. */
export const publish = 'Publish'
export const publishedJustNow = 'Published just now'
export const published = (ago: string | number) => `Published ${ago}`
export const unpublishedHint =
  'Nothing is published yet. Publishing writes every page as static files and puts them online at once.'
export const heldByChecks = 'The checks keep this site from being published.'
export const heldByChecksHint = 'Fix what the checks found, or publish all the same. What is online stays as it was.'
export const publishFailedHint = 'The site that is online stays as it was. Try again.'
export const nothingHasChangedSince = 'Nothing has changed since.'
export const readersCannotPublish = 'Your role reads this project. Its editors publish it.'
export const savingYourEditsFirst = 'Saving your edits first'
export const publishAllTheSame = 'Publish all the same'
export const publishAgain = 'Publish again'
export const publishChanges = 'Publish changes'
export const publishTheSite = 'Publish the site'
export const exportAsZip = 'Export as ZIP'
export const releases = 'Releases'
export const andMore = (count: number) => `and ${count} more`
export const online = 'Online'
export const putBack = 'Put back'
export const checkingTheSite = 'Checking the site…'
