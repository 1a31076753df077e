/** Texts of the room of submissions besides the content's own. */
const submissions = (count: number) => (count === 1 ? '1 submission' : `${count} submissions`)
export const form = 'Form'
export const allForms = 'All forms'
export const noForms = 'No model has a form yet. Open a model and choose “Form” to let visitors send entries of it.'
export const approvedSubmissions = (count: number) =>
  count === 1 ? 'Approved as a draft' : `Approved ${submissions(count)} as drafts`
export const rejectedSubmissions = (count: number) => `Rejected ${submissions(count)}`
export const waitAgain = (count: number) => `${submissions(count)} pending again`
export const reopen = 'Back to pending'
export const openEntry = 'Open entry'
export const exportCsv = 'Export CSV'
export const theSelected = 'the selected ones'
export const select = (name: string) => `Select ${name}`
export const shownOf = (count: number, total: number) =>
  count === total ? submissions(total) : `The newest ${count} of ${total}`
