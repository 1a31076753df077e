/** What is said when the agent looks at pages in this tab. */
export const aPageThatTheAgentLooksAt = 'A page that the agent looks at'
export const thisEditorCannotCarryOut = (name: string) => `This editor cannot carry out ${name}.`
export const theEditorIsStillLoadingTheSite = 'The editor is still loading the site.'
export const tryAgainInAMoment = 'Try again in a moment.'
export const theEditorCouldNotLookAtThePage = (reason: string) => `The editor could not look at the page: ${reason}`
export const whatWasAskedForHasNoSize = 'There is no picture: what was asked for has no size.'
export const thisBrowserCannotDrawOne = 'There is no picture: this browser cannot draw one.'
export const thisPageCouldNotBeDrawn = (reason: string) =>
  `There is no picture: this page could not be drawn (${reason}).`
