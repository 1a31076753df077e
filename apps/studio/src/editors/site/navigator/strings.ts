/** What the navigator says: pages, templates, components and layers. */
export const navigator = 'Navigator'
export const pages = 'Pages'
export const layers = 'Layers'
export const design = 'Design'
export const media = 'Media'
export const code = 'Code'
export const countedPages = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`
export const importASite = 'Import a site'
export const addAPage = 'Add a page'
export const titleOfThePage = 'Title of the page'
export const pathOfThePage = 'Path of the page'
export const moreAbout = (title: string) => `More about ${title}`
export const settings = 'Settings'
export const rename = 'Rename'
export const changeItsPath = 'Change its path'
export const makeItTheHomePage = 'Make it the home page'
export const duplicate = 'Duplicate'
export const copyOf = (title: string) => `${title} copy`
export const makeItATemplate = 'Make it a template'
export const deleteText = 'Delete'
export const deleteTitle = (title: string) => `Delete “${title}”`
export const deletePage = 'Delete page'
export const thePageGoes = (path: string) =>
  `The page at ${path} and everything on it goes, for everybody. The site’s styles stay, and releases that are already published keep it. Undo brings it back.`
export const templates = 'Templates'
export const aTemplateStandsAroundPages = 'A template stands around pages. A page’s menu makes it one.'
export const components = 'Components'
export const aComponentStandsInManyPlaces = 'A component stands in many places. A layer’s menu makes it one.'
export const deleteKind = (kind: string | undefined) => `Delete ${kind ?? 'it'}`
export const theComponentGoes =
  'The component goes, for everybody. While it stands somewhere it cannot be deleted. Undo brings it back.'
export const theTemplateGoes =
  'The template goes, for everybody; pages that stood in it stand alone. Undo brings it back.'
export const putItIntoThisPage = 'Put it into this page'
export const makeItAPageAgain = 'Make it a page again'
export const nameOfThe = (kind: string) => `Name of the ${kind}`
export const notFound = '404'
export const allPages = 'all pages'
export const nameOfTheLayer = 'Name of the layer'
export const fold = 'Fold'
export const unfold = 'Unfold'
