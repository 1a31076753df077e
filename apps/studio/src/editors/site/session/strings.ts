/** Texts of an editing session. */
export const thisProjectHasBeenDeleted = 'This project has been deleted.'
export const readOnlyProject = 'You can look at this project but not change it.'
export const theSiteIsStillLoading = 'The site is still loading.'
export const changesWereLeft = (count: number) =>
  `${count === 1 ? 'One change was' : `${count} changes were`} left as is: the same place has been edited since.`
export const reloadThePage = 'Reload the page.'
export const newPage = 'New page'
export { editorPartNotLoaded } from './content/strings.ts'
export const theServerAnsweredUnexpectedly = 'The server answered in a way that this page does not know.'
