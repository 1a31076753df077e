/** Texts of the media that the site and the content share. */
export const uploads = 'Uploads'
export const tryAgain = (name: string | number) => `Try ${name} again`
export const uploadWaits = 'waits'
export const removeUpload = (name: string | number) => `Remove ${name}`
export const stop = (name: string | number) => `Stop ${name}`
export const uploadOf = (name: string | number) => `Upload of ${name}`
export const theFileIsEmpty = 'The file is empty. Choose another one.'
export const fileTooLarge = (megabytes: number) => `It is larger than ${megabytes} MB. Make it smaller, then try again.`
export const focalPointAt = (place: string) => `Focal point at ${place}`
export const focalPointTitle =
  'What stays in sight if the picture is cut to fit. Drag the point, or use the arrow keys.'
export const media = 'Media'
export const upload = 'Upload'
export const filesToUpload = 'Files to upload'
export const dropToUpload = (folder: string) => `Drop to upload${folder === '' ? '' : ` into ${folder}`}`
export const loadingUses = 'Looking where it is used…'
export const usedNowhere = 'Used nowhere.'
export const whereUsed = 'Where it is used'
export const andMore = (count: number) => `and ${count} more`
export const deleteTitle = (name: string) => `Delete “${name}”?`
export const deleteFile = 'Delete file'
export const deleteUsed = (count: number) =>
  count === 1 ? '1 place uses it and will show nothing:' : `${count} places use it and will show nothing:`
export const unused = 'It is used nowhere.'
export const deleteEffect = 'Releases that are already published keep it. Undo brings it back.'
