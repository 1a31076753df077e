/** Texts of the navigator: pages, templates, components and layers. */
export const insertAfter = (title: string) => `Insert after ${title}`
export const navigator = 'Navigator'
export const pages = 'Pages'
export const layers = 'Layers'
export const design = 'Design'
export const media = 'Media'
export const code = 'Code'
/** The pages inside a template of a model: one for each of its entries. */
export const entryPages = 'entries'
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
export const translateInto = 'Translate…'
export const translateItsTexts = 'Translate its texts…'
export const languagesOf = (locale: string, title: string) => `${locale}: languages of ${title}`
export const pageInLocale = (locale: string, title: string) => `${locale} · ${title}`
export const makeItATemplate = 'Make it a template'
export const deleteText = 'Delete'
export const deleteTitle = (title: string) => `Delete “${title}”`
export const deletePage = 'Delete page'
export const thePageGoes = (path: string) =>
  `The page at ${path} and everything on it is deleted for everyone. The site’s styles stay, and releases that are already published keep it. Undo brings it back.`
export const templates = 'Templates'
export const aTemplateStandsAroundPages = 'A template surrounds other pages. To make one, use a page’s menu.'
export const components = 'Components'
export const aComponentStandsInManyPlaces = 'A component can be used in many places. To make one, use a layer’s menu.'
export const deleteKind = (kind: string | undefined) => `Delete ${kind ?? 'it'}`
export const theComponentGoes =
  'The component is deleted for everyone. While a page uses it, it cannot be deleted. Undo brings it back.'
export const theTemplateGoes =
  'The template is deleted for everyone; pages that used it are published without it. Undo brings it back.'
export const putItIntoThisPage = 'Put it into this page'
export const makeItAPageAgain = 'Make it a page again'
export const nameOfThe = (kind: string) => `Name of the ${kind}`
export const notFound = '404'
export const nameOfTheLayer = 'Name of the layer'
export const fold = 'Fold'
export const unfold = 'Unfold'
export const findLayers = 'Find layers'
export const nameTextOrSelector = 'Name, text or selector'
export const clearTheSearch = 'Clear the search'
export const noLayerMatches = (query: string) =>
  `No layer matches “${query}”. Search by name, by text, or by a selector such as .card or a[href].`
export const collapseAll = 'Collapse all'
export const lock = 'Lock on the canvas'
export const unlock = 'Unlock on the canvas'
export const lockForTheAgent = 'Lock for the agent'
export const unlockForTheAgent = 'Locked for the agent: unlock it'
export const lockedForTheAgent = 'locked for the agent'
export const unlockAgainForTheAgent = 'Unlock for the agent'
export const unlockTitleForTheAgent = (title: string) => `${title} is locked for the agent: unlock it`
export const leaveOut = 'Leave out of the published site'
export const publishAgain = 'Not published: publish it again'
export const showHereAgain = 'Hidden here only: show it again'
export const foldPath = (open: boolean, path: string) => `${open ? 'Fold' : 'Unfold'} ${path}`
export const publishedIn = (templates: string) => `Published inside ${templates}`
export const styles = 'Styles'
export const siteStylesheet = 'Stylesheet of the site'
export const countedRules = (count: number) => `${count} ${count === 1 ? 'rule' : 'rules'}`
export const notPublished = 'not published'
export const hiddenHere = 'hidden here'
export const locked = 'locked'
