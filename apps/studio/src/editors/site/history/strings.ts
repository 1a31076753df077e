/** Texts of a site's history. */
export const history = 'History'
export const historyLead =
  'Named versions of the whole site. One is also kept before each import, each release and each time one is put back.'
export const nameOfTheVersion = 'Name of the version'
export const nameThisVersion = 'Name this version'
export const keep = 'Keep'
export const versions = 'Versions'
export const noVersionsHint =
  'Keep one before you try something out: you can compare with it and put it back, the whole site or one page.'
export const noVersionsYet = 'No versions yet'
export const nothingWasDifferent = 'Nothing was different.'
export const versionRestored = (name: string | number) => `“${name}” is back.`
export const undo = 'Undo'
export const deleteThisVersion = 'Delete this version'
export const compareWith = 'Compare with'
export const asItIsNow = 'As it is now'
export const putBack = 'Put back'
export const theWholeSite = 'The whole site'
export const nothingWasChanged = 'Nothing was changed.'
export const nothingIsDifferent = 'Nothing is different.'
export const publish = 'Publish…'
export const noReleaseYet = 'There is no release yet'
export const noReleaseHint = 'Publish the site; what you change afterwards is compared with what is online.'
export const deleteVersionEffect =
  'The site stays as it is; this state of it cannot be put back afterwards. This cannot be undone.'
export const deleteVersionNamed = (name: string | number) => `Delete “${name}”`
export const deleteVersion = 'Delete version'
export const now = 'Now'
export const before = 'Before'
export const after = 'After'
export const page = 'Page'
export const frameWidth = 'Width of the frames'
export const howItIsCompared = 'How it is compared'
export const sideBySide = 'Side by side'
export const slider = 'Slider'
export const sliderLabel = (before: string, after: string) => `How much of “${before}” covers “${after}”`
export const pageInState = (name: string) => `The page: ${name}`
export const notThereInThisState = 'This page was not there in this state.'
export const leftAsItIs = (reason: string) => `Left as it is. ${reason}`
export const compare = 'Compare'
export const changedSince = (name: string) => `What has changed since “${name}”`
export const changedBetween = (before: string, after: string) => `What changed from “${before}” to “${after}”`
export const changedByThisRun = 'What this run changed'
export const changedSinceTheRelease = 'What has changed since the last release'
export const theRelease = 'Last release'
export const backToHistory = 'Back to the history'
export const back = 'Back'
export const backToThePage = 'Back to the page'
export const partShownOn = (titles: readonly string[], more: number) =>
  `Part, shown on ${[...titles, ...(more > 0 ? [more === 1 ? '1 more page' : `${more} more pages`] : [])].join(', ')}`
