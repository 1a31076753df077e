/** Texts of the settings of a site and its pages. */
export const domain = 'Domain'
export const domainHint =
  'Point its DNS at this server; the first one is used in canonical links, from the next release on.'
export const add = 'Add'
export const noDomainHint =
  'The site is found at the address that the publish button shows. Add a domain to have it found there as well.'
export const noDomainYet = 'No domain yet'
export const removeHost = (host: string | number) => `Remove ${host}`
export const settingsOf = (title: string | number) => `Settings of “${title}”`
export const title = 'Title'
export const path = 'Path'
export const homePagePath = 'The home page is at the root.'
export const redirectNote = (slug: string | number, nextSlug: string | number) =>
  `/${slug} will lead to /${nextSlug} from the next release on.`
export const pathHint = 'Changing it leaves a redirect at the old address.'
export const searchEngines = 'Search engines'
export const titleInSearchResults = 'Title in search results'
export const description = 'Description'
export const descriptionLength = (count: number) => `${count} characters; about 155 are shown.`
export const canonicalAddress = 'Canonical address'
export const thisPage = 'This page'
export const language = 'Language'
export const languageOfTheSite = 'That of the site'
export const sharedLinks = 'Shared links'
export const picture = 'Picture'
export const pictureSizeHint = '1200 × 630 pixels fits everywhere.'
export const cancel = 'Cancel'
export const save = 'Save'
export const siteSettings = 'Site settings'
export const site = 'Site'
export const domains = 'Domains'
export const name = 'Name'
export const languageHint = 'Such as en or pt-BR'
export const publicAddress = 'Public address'
export const publicAddressHint = 'For canonical links and the sitemap. A domain of this project wins over it.'
export const homePageSearchTitle = 'Title of the home page in search results'
export const descriptionOfTheSite = 'Description of the site'
export const icon = 'Icon'
export const iconHint = 'SVG or PNG'
export const iconForHomeScreens = 'Icon for home screens'
export const homeScreenIconHint = 'PNG, 180 × 180'
export const pictureOfSharedLinks = 'Picture of shared links'
export const robotsTxt = 'robots.txt'
export const everythingMayBeRead = 'Everything may be read'
export const checksBeforePublishing = 'Checks before publishing'
export const gateOff = 'Publish whatever they find'
export const gateErrors = 'Errors keep the site from being published'
export const gateWarnings = 'Errors and warnings do'
export const checksOfWhatTheAgentChanges = 'Checks of what the agent changes'
export const afterRunTell = 'Tell the agent of errors, and show what is left'
export const afterRunShow = 'Show what it raised'
export const afterRunOff = 'Do not look'
export const noindex = 'Keep it out of search engines'
export const hiddenFromSitemap = 'Leave it out of the sitemap'
export const inFeed = 'List it in the feed'
export const redirects = 'Redirects'
export const redirectFrom = 'From'
export const redirectHint = 'An address of this site that leads elsewhere, from the next release on.'
export const redirectTo = 'To'
export const redirectStatus = 'Answer'
export const redirectStatuses = [
  { value: '301', label: '301: moved for good' },
  { value: '302', label: '302: elsewhere for now' },
  { value: '307', label: '307: for now, with the same method' },
  { value: '308', label: '308: for good, with the same method' },
]
export const addRedirect = 'Add redirect'
export const noRedirectYet = 'No redirect yet'
export const noRedirectHint =
  'A page whose path changes leaves one here by itself. Add others for addresses that people still have.'
export const edit = (from: string) => `Edit ${from}`
export const chooseThe = (field: string) => `Choose: ${field}`
export const direction = 'Direction of text'
export const directions = [
  { value: '', label: 'That of the language' },
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
  { value: 'auto', label: 'As the first letters are' },
]
export const themeColor = 'Theme colour'
export const themeColorOfTheSite = 'That of the site'
export const structuredData = 'Structured data'
export const structuredDataHint = 'JSON in the head of the page, published as it is: what search engines read of it.'
export const dataBlock = (number: number) => `Data ${number}`
export const typeOfData = 'Type'
export const dataTypes = {
  'application/ld+json': 'Structured data (JSON-LD)',
  importmap: 'Import map',
  speculationrules: 'Speculation rules',
} as const
export const dataAsJson = 'As JSON'
export const addData = 'Add structured data'
export const removeData = (number: number) => `Remove data ${number}`
