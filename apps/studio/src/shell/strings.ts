/** Texts of the panes around an editor. */
export const refusedHint = (reason: string) => `The server says: ${reason} Ask an owner for access, or reload the page.`
export const thisProjectCannotBeOpened = 'This project cannot be opened'
export const serverCannotOpenProject = 'This project cannot be opened by this server'
export const projectDeletedHint = 'What you still see here is only in this tab and cannot be changed any more.'
export const thisProjectHasBeenDeleted = 'This project has been deleted'
export const allProjects = 'All projects'
export const tryAgain = 'Try again'
export const editsRefusedHint = (reason: string, unsaved: number) =>
  `It says: ${reason} ${unsaved === 1 ? 'It is' : 'They are'} kept in this tab and nowhere else: send again, or go back to what the server has.`
export const theServerDidNotAccept = (edits: string | number) => `The server did not accept ${edits}`
export const sendAgain = 'Send again'
export const giveUpEffect = 'The page goes back to what the server has. What others and the agent did stays.'
export const giveUp = (edits: string | number) => `Give up ${edits}`
export const giveItUp = 'Give it up'
export const giveThemUp = 'Give them up'
export const unsavedHint = (unsaved: number) =>
  `The server does not have ${unsaved === 1 ? 'it' : 'them'} yet. Stay, and ${unsaved === 1 ? 'it is' : 'they are'} sent as soon as the connection is back.`
export const heldHint = (unsaved: number) =>
  unsaved === 1
    ? 'It could not be saved and is kept here alone. Stay to change it or to copy it.'
    : 'They could not be saved and are kept here alone. Stay to change them or to copy them.'
export const edits = (unsaved: number) => (unsaved === 1 ? 'one edit' : `${unsaved} edits`)
export const yourLastEdits = (unsaved: number) => (unsaved === 1 ? 'your last edit' : `your last ${unsaved} edits`)
export const noReasonGiven = 'no reason given'
export const leaveAndLose = (edits: string | number) => `Leave and lose ${edits}?`
export const leaveAndLoseThem = (unsaved: number) => `Leave and lose ${unsaved === 1 ? 'it' : 'them'}`
export const editor = 'Editor'
export const widthOfTheNavigator = 'Width of the navigator'
export const widthOfTheProperties = 'Width of the properties'
export const widthOfTheAgent = 'Width of the agent'
export const widthOfThePanel = 'Width of the panel'
export const panel = 'Panel'
export const agent = 'Agent'
export const properties = 'Properties'
export const styleAndSettings = 'Style and settings'
