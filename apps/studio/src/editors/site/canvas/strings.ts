/** What the canvas says. */
export const canvas = 'Canvas'
export const thePage = 'The page'
export const agent = 'Agent'
export const scaledTo = (width: number, percent: number) => `${width} px at ${percent} %`
export const thisPageIsEmpty = 'This page is empty'
export const sayWhatItIsFor =
  'Say what it is for, and the agent builds it here while you watch. Or begin with a heading and write.'
export const askTheAgent = 'Ask the agent'
export const startWithAHeading = 'Start with a heading'
export const aNewPage = 'A new page'
export const doubleClickToWrite = 'Double click to write.'
export const inItsTemplate = 'In its template'
export const publishedIn = (titles: readonly string[]) =>
  `Published in ${titles.map((title) => `“${title}”`).join(' in ')}`
export const theContentOfEachPageStandsHere = 'The content of each page stands here'
export const loading = 'Loading…'
export const isEmpty = (title: string) => `“${title}” is empty`
export const thisComponentIsGone = 'This component is gone'
export const youInAnotherTab = 'You, in another tab'
export const isTyping = (name: string) => `${name}: typing`
export const textCouldNotBeLoaded = 'The part of the editor that edits texts could not be loaded. Try again.'
