/** Texts of the list of projects. */
export const asTheSystem = 'As the system'
export const projects = 'Projects'
export const atelier = 'Atelier'
export const home = 'Atelier: projects'
export const youAreStillSignedIn = 'You are still signed in.'
export const account = 'Account'
export const people = 'People'
export const aiSettings = 'AI settings'
export const signOut = 'Sign out'
export const newProject = 'New project'
export const newSiteFromAPrompt = 'New site from a prompt'
export const itBeginsWithTheStarterSite = 'It begins with the starter site; everything in it can be changed.'
export const cancel = 'Cancel'
export const createProject = 'Create project'
export const name = 'Name'
export const kilnCoBakery = 'Kiln & Co. Bakery'
export const deleteText = (name: string | number) => `Delete “${name}”?`
export const deleteProject = 'Delete project'
export const projectGoesForGood = (pages: string, published: boolean) =>
  `${pages}, its styles, every chat with the agent and every release are deleted for good${published ? ', and the published site goes offline' : ''}. This cannot be undone.`
export const allItsPages = 'All its pages'
export const itsOnePage = 'Its one page'
export const itsPages = (count: string | number) => `Its ${count} pages`
export const changed = (ago: string | number) => `changed ${ago}`
export const published = 'Published'
export const notPublishedYet = 'Not published yet'
export const moreFor = (name: string | number) => `More for ${name}`
export const rename = 'Rename'
export const deleteButton = 'Delete'
export const tryAgain = 'Try again'
export const askAnOwnerOrAnAdmin = 'Ask an owner or an admin to let you into one. It then appears here.'
export const noProjectForYouYet = 'No project for you yet'
export const aProjectIsOneSiteWith =
  'A project is one site with its pages, styles and published releases. It begins with a starter that you and the agent make your own.'
export const noProjectsYet = 'No projects yet'
export const renameProject = 'Rename project'
export const itsAddressStays = (slug: string | number) => `Its address stays ${slug}.`
