/** Texts of comments, of requests for changes, and of notes. */
export const comments = 'Comments'
export const commentsCount = (count: number) =>
  count === 0 ? 'Comments' : count === 1 ? '1 comment' : `${count} comments`
export const none = 'No comments yet'
export const noneHint = 'Say something about this entry or one of its fields. All who work on it get a note.'
export const about = 'About'
export const wholeEntry = 'The whole entry'
export const fieldIn = (field: string, language: string) => `${field} · ${language}`
export const comment = 'Comment'
export const write = 'Your comment'
export const send = 'Comment'
export const told = (count: number) =>
  count === 0 ? 'Commented' : count === 1 ? 'Commented; 1 person gets a note' : `Commented; ${count} people get a note`
export const resolve = 'Resolve'
export const resolveOf = (name: string) => `Resolve the comment of ${name}`
export const reopen = 'Open again'
export const resolvedCount = (count: number) => (count === 1 ? '1 resolved comment' : `${count} resolved comments`)
export const requestChanges = 'Request changes'
export const whatToChange = 'What is to be changed'
export const whatToChangeHint = 'Those who wrote this proposal get a note. It stays open.'
export const requested = (count: number) =>
  count === 0
    ? 'Changes requested'
    : count === 1
      ? 'Requested; 1 person gets a note'
      : `Requested; ${count} people get a note`
export const requestedBy = (name: string, when: string) => `${name} requested changes ${when}`
export const done = 'Done'
export const notes = 'Notes'
export const notesHint = 'What others say about your entries and proposals.'
export const noNotes = 'No notes'
export const noNotesHint =
  'When somebody comments on an entry that you work on, or requests changes, it is listed here.'
export const saysOn = (name: string, title: string) => `${name} on ${title}`
export const asksFor = (name: string, title: string) => `${name} requests changes of ${title}`
export const unseen = (count: number) => (count === 1 ? '1 new note' : `${count} new notes`)
export const isNew = 'new'
export const isResolved = 'resolved'
export const untitled = 'Untitled'
