/** What the canvas says. */
export const canvas = 'Canvas'
export const thePage = 'The page'
export const agent = 'Agent'
export const thePagePixelsWide = (width: number) => `The page, ${width} pixels wide`
export const view = 'View'
export const everyWidthSideBySide = 'Every width side by side'
export const schemeOfThePage = 'Scheme of the page'
export const schemeNames = { light: 'Light', dark: 'Dark' } as const
export const asTheSystem = 'As the system'
export const stateOfTheSelection = 'State of the selection'
export const asItIs = 'As it is'
export const percent = (percent: number) => `${percent} %`
export const zoomIs = (percent: string) => `Zoom: ${percent}`
export const zoomIn = 'Zoom in'
export const zoomOut = 'Zoom out'
export const zoomToTheSelection = 'Zoom to the selection'
export const fitIntoTheCanvas = 'Fit into the canvas'
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
