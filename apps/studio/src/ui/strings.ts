/** Texts of controls that several areas use. */
export const close = 'Close'
export const cancel = 'Cancel'
export const loading = 'Loading'
export const theStudioHasBeenUpdated = 'The studio has been updated.'
export const thisPageCannotBeShown = (message: string | number) => `This page cannot be shown. ${message}`
export const loadTheNewVersion = 'Load the new version'
export const tryAgain = 'Try again'
export const earlierWorkIsSaved = 'What you did before is saved.'
export const notFoundHint = 'The address may be mistyped, or what it showed has been deleted.'
export const notFoundTitle = 'There is nothing here'
export const goToYourProjects = 'Go to your projects'
export const toastProviderMissing = 'There is no ToastProvider around this.'
export const dismiss = 'Dismiss'
export const ago = (count: string | number) => `${count} ago`
