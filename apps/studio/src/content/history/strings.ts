/** Texts of the history of an entry. */
export const history = 'History'
export const entryHistoryTitle = (title: string) => `History of ${title}`
export const backTo = (title: string) => `Back to ${title}`
export const about =
  'Every change of this entry, the newest first. A change can be taken back by itself, or all changes since it.'
export const empty = 'Nothing was changed yet'
export const emptyHint = 'What people and agents change in this entry is listed here.'
export const agentFor = (name: string) => `Agent, for ${name}`
export const fieldIn = (field: string, language: string) => `${field} · ${language}`
export const takeBack = 'Take back'
export const takeBackChange = (who: string, when: string) => `Take back what ${who} changed ${when}`
export const takeBackSince = 'Take back all since'
export const restoreState = (when: string) => `Take back all since ${when}`
export const takenBack = 'Taken back'
export const takenBackPartly = (count: number) =>
  count === 1
    ? 'Taken back, except 1 value that was changed again since'
    : `Taken back, except ${count} values that were changed again since`
export const restored = 'Restored'
export const restoreField = (name: string) => `Restore ${name} as it was then`
export const undo = 'Undo'
export const showMore = 'Show earlier changes'
export const newest = 'now'
export const edits = (count: number) => (count === 1 ? '1 edit' : `${count} edits`)
export const allLanguages = 'All languages'
export const language = 'Language'
export const allFields = 'All fields'
export const field = 'Field'
export const special: Readonly<Record<string, string>> = {
  ':status': 'Status',
  ':publish_at': 'Published at',
  ':expire_at': 'Expires at',
  ':deleted': 'Deleted',
  ':id': 'Id',
}
