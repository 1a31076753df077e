/** Texts of publishing, of a site and of only its content. */
export const publish = 'Publish'
export const unpublishedChanges = 'Changes that are not published yet'
export const publishedJustNow = 'Published just now'
export const published = (ago: string | number) => `Published ${ago}`
export const unpublishedHint =
  'Nothing is published yet. Publishing writes every page as static files and puts them online at once.'
export const publishFailedHint = 'The site that is online stays as it was. Try again.'
export const nothingHasChangedSince = 'Nothing has changed since.'
export const readersCannotPublish = 'Your role reads this project. Its editors publish it.'
export const savingYourEditsFirst = 'Saving your edits first'
export const publishAgain = 'Publish again'
export const publishTheSite = 'Publish the site'
export const checkingTheSite = 'Checking the site…'
export const changedEntries = 'Changed entries'
export const entriesChanged = (entries: number) =>
  entries === 1 ? '1 entry has changed' : `${entries} entries have changed`
export const deletedEntry = (title: string) => `${title} (deleted)`
export const andMore = (more: number) => `and ${more} more`
export const visitorsWouldSee = 'Visitors would see'
export const problemCounts = {
  deadLinks: (count: number) => (count === 1 ? '1 dead link' : `${count} dead links`),
  missingPictures: (count: number) => (count === 1 ? '1 missing picture' : `${count} missing pictures`),
  unstyledPages: (count: number) => (count === 1 ? '1 page without styles' : `${count} pages without styles`),
  blanks: (count: number) => (count === 1 ? '1 blank to fill in' : `${count} blanks to fill in`),
} as const
