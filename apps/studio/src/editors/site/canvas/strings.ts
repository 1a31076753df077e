/** Texts of the canvas. */
export const wholeSite = 'New site from a prompt'
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
  'Say what it is for, and the agent builds it here while you watch. Or build it yourself: press A for layouts and elements.'
export const askTheAgent = 'Ask the agent'
export const insertALayout = 'Insert a layout'
export const startWithAHeading = 'Start with a heading'
export const aNewPage = 'A new page'
export const doubleClickToWrite = 'Double click to write.'
export const inItsTemplate = 'In its template'
export const publishedIn = (titles: readonly string[]) =>
  `Published in ${titles.map((title) => `“${title}”`).join(' in ')}`
export const editTemplate = 'Edit template'
export const templateOf = (count: number) =>
  count === 0 ? 'Template of no page yet' : `Template of ${count} ${count === 1 ? 'page' : 'pages'}`
export const copyOfLoop = (number: number, count: number) => `Copy ${number} of ${count} of the loop`
export const theContentOfEachPageStandsHere = 'The content of each page stands here'
export const loading = 'Loading…'
export const isEmpty = (title: string) => `“${title}” is empty`
export const thisComponentIsGone = 'This component is gone'
export const youInAnotherTab = 'You, in another tab'
export const isTyping = (name: string) => `${name}: typing`
export const textCouldNotBeLoaded = 'The part of the editor that edits texts could not be loaded. Try again.'
export const pixels = (value: number) => `${Math.round(value * 10) / 10} px`
export const tokenValue = (name: string, value: number) => `${name} · ${pixels(value)}`
const handles: Readonly<Record<string, string>> = {
  'padding-top': 'Padding at the top',
  'padding-right': 'Padding at the right',
  'padding-bottom': 'Padding at the bottom',
  'padding-left': 'Padding at the left',
  'margin-top': 'Margin at the top',
  'margin-right': 'Margin at the right',
  'margin-bottom': 'Margin at the bottom',
  'margin-left': 'Margin at the left',
  'row-gap': 'Gap between rows',
  'column-gap': 'Gap between columns',
  width: 'Width',
  height: 'Height',
  'flex-direction': 'Direction of the children',
}
/** The name of a handle, for the property that it changes; of a grid's line, with the number of the track before it. */
export const handleNames = (name: string) => {
  const [property = '', track] = name.split(' ')
  if (track === undefined) return handles[property] ?? property
  return `Line between ${property.endsWith('columns') ? 'columns' : 'rows'} ${track} and ${Number(track) + 1}`
}
export const tracks = (sizes: readonly string[]) => sizes.join(' · ')
export const ways = { right: 'To the right', left: 'To the left', down: 'Down', up: 'Up' } as const
export const textInSlot = 'What stands in a slot is written in the Properties panel.'
export const shownWith = (title: string) => `Shown with “${title}”`
export const noEntryYet = 'No entry yet'
export const loadingEntry = 'Loading the entry…'
export const entryOfTheTemplate = 'Entry that the template is shown with'
export const searchEntries = 'Search entries'
export const model = 'Model'
export const language = 'Language'
export const state = 'State'
export const states = { all: 'All', published: 'Published', draft: 'Drafts' } as const
export const statusWords: Readonly<Record<string, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  scheduled: 'Scheduled',
  published: 'Published',
  rejected: 'Rejected',
  archived: 'Archived',
}
export const version = 'Version'
export const asItStands = 'As it is, with my edits'
export const proposal = (title: string) => `Proposed: ${title}`
export const noEntriesOf = (model: string) => `${model} has no entries yet`
export const writeTheFirst = 'Write the first entry'
export const nothingFound = 'Nothing found'
export const tryOtherWords = 'Try other words, or another state.'
export const openInContent = (title: string) => `Open “${title}” in the content`
export const isNotComplete = (title: string) => `That entry is not complete yet, so “${title}” is shown.`
export const notAllIsShown = 'There is more content than the canvas shows: some long texts or rows are left out here.'
