/** Texts of the media. */
export const chooseAPicture = 'Choose a picture'
export const useThisPicture = 'Use this picture'
export const searchThePictures = 'Search the pictures'
export const search = 'Search'
export const noPicturesHint = 'Upload one: it stays in the media for every page.'
export const noPictureMatches = (search: string | number) => `No picture’s name holds “${search}”.`
export const noPicturesYet = 'No pictures yet'
export const nothingFound = 'Nothing found'
export const pictureToUpload = 'Picture to upload'
export const fileReplaced = (name: string | number, entryName: string | number) =>
  `“${name}” is shown instead of “${entryName}”. Both files stay.`
export const moreAboutThisFile = 'More about this file'
export const copyItsPath = 'Copy its path'
export const saveIt = 'Save it'
export const replaceIt = 'Replace it…'
export const deleteIt = 'Delete it…'
export const closeTheFile = 'Close the file'
export const altText = 'Alt text'
export const whatItShows = 'What it shows'
export const name = 'Name'
export const nameOfTheFile = 'Name of the file'
export const folder = 'Folder'
export const none = 'none'
export const folderOfTheFile = 'Folder of the file'
export const putIntoThePage = 'Put into the page'
export const replace = 'Replace'
export const fileToShowInstead = 'File to show instead'
export const searchTheMedia = 'Search the media'
export const newFolder = 'New folder'
export const uploadFiles = 'Upload files'
export const nameOfTheNewFolder = 'Name of the new folder'
export const showMoreOf = (number: string | number, count: number) => `Show ${number} more of ${count}`
export const allFiles = 'All files'
export const nameOfTheFolder = 'Name of the folder'
export const folderNote = (path: string | number) => `${path}. F2 renames it.`
export const noFileMatches = (search: string | number) => `No name or description holds “${search}”.`
export const noFilesHint =
  'Pictures, films, sounds, fonts and documents for the pages. Drop them here, or on the page itself.'
export const emptyFolderHint = 'Drop files here to put them into it. A folder without files is removed.'
export const noFilesYet = 'No files yet'
export const thisFolderIsEmpty = 'This folder is empty'
export const files = 'Files'
export const notOfTheMedia = 'Not from the media'
export const choose = 'Choose…'
export const replaceFailedUsesUnknown =
  'Nothing was replaced: the server does not say where the file is used. Try again.'
export const replaceFailedPageClosed =
  'Nothing was replaced: a page that uses the file cannot be opened now. Try again.'
export const photographBy = 'Photograph by'
export const photographAt = 'at'
export const madeBy = 'Made by'
export const madeFor = (query: string) => `for “${query}”`
export const drawnFor = (query: string) => `Drawn here for “${query}”`
export const services: Readonly<Record<string, string>> = { pexels: 'Pexels', together: 'Together AI' }
