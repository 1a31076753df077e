/** Texts of the content's media library. */
export const media = 'Media'
export const files = 'Files'
export const filesCount = (count: number) => (count === 1 ? '1 file' : `${count.toLocaleString('en')} files`)
export const search = 'Search'
export const searchMedia = 'Search the media'
export const kind = 'Kind'
export const anyKind = 'Any kind'
export const kinds = {
  image: 'Pictures',
  video: 'Films',
  audio: 'Sounds',
  document: 'Documents',
  font: 'Fonts',
  text: 'Texts',
} as const
export const tag = 'Tag'
export const anyTag = 'Any tag'
export const tagCount = (tag: string, count: number) => `${tag} · ${count}`
export const unusedOnly = 'Unused'
export const upload = 'Upload'
export const fromUrl = 'From a URL'
export const address = 'Address of the file'
export const addressHint =
  'A public address such as https://example.com/photo.jpg. Addresses inside a network are refused.'
export const fetchIt = 'Fetch'
export const noFiles = 'No files yet'
export const noFilesHint =
  'Pictures, films, sounds and documents for pages and entries. Drop them here, or fetch one by its address.'
export const nothingFound = 'No file matches'
export const nothingFoundHint = 'Search for another word, or take a filter away.'
export const nothingUnused = 'Every file is used'
export const nothingUnusedHint = 'Pages, styles, settings or entries use each of them.'
export const clearFilters = 'Clear filters'
export const tryAgain = 'Try again'
export const details = (name: string) => `Details of ${name}`
export const close = 'Close the details'
export const name = 'Name'
export const altText = 'Alt text'
export const altTextAll = 'Alt text in all languages'
export const altTextIn = (locale: string) => `Alt text · ${locale}`
export const altHint = 'What the picture shows, for those who do not see it.'
export const tags = 'Tags'
export const newTag = 'Add a tag'
export const removeTag = (tag: string) => `Remove the tag ${tag}`
export const focalPoint = 'Focal point'
export const focalHint = 'Press on the picture, or use the arrow keys. A crop keeps this point.'
export const usedIn = 'Used in'
export const entryUse = (title: string, field: string, locale: string) =>
  locale === '*' ? `${title}: ${field}` : `${title}: ${field} · ${locale}`
export const download = 'Download'
export const replace = 'Replace…'
export const replacementFile = 'File to show instead'
export const replaced = (name: string, by: string) => `“${by}” is shown instead of “${name}”. Both files stay.`
export const notReplaced = (why: string) => `Not everything was replaced: ${why}`
export const remove = 'Delete…'
export const removed = (name: string) => `Deleted “${name}”`
export const undo = 'Undo'
export const fetched = (name: string) => `Added “${name}”`
export const choose = 'Choose…'
export const chooseFor = (label: string) => `Choose a file for ${label}`
export const useFile = 'Use this file'
export const clearField = (label: string) => `Clear ${label}`
