/** Texts about the content that a page shows. */
export const editorPartNotLoaded =
  'Nothing was changed: a part of the editor could not be loaded. Check the connection, then try again.'
export const changedMeanwhile = (field: string, theirs: string, mine: string) =>
  `Another user has changed ${field} meanwhile to “${theirs}”, so yours was not written: “${mine}”.`
export const savedButNotShown = (why = '') =>
  `Saved in the entry, but not shown while the entry is not complete. ${why}`.trim()
export const notWritten = (why: string, mine: string) => `${why} Your text was not written: “${mine}”.`
export const writtenLater = (field: string) =>
  `The server does not answer. Your text of ${field} is written once it does; leave this tab open.`
