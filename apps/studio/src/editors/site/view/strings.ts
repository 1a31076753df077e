/** Texts for the agent's looks at pages in this tab. */
export const agentViewTitle = 'A page that the agent looks at'
export const unknownCall = (name: string) => `This editor cannot carry out ${name}.`
export const siteStillLoading = 'The editor is still loading the site.'
export const tryAgainInAMoment = 'Try again in a moment.'
export const pageNotRendered = (reason: string) => `The editor could not look at the page: ${reason}`
export const pictureHasNoSize = 'There is no picture: what was asked for has no size.'
export const browserCannotDraw = 'There is no picture: this browser cannot draw one.'
export const pageNotDrawn = (reason: string) => `There is no picture: this page could not be drawn (${reason}).`
