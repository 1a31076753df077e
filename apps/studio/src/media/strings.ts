/** What the parts of the media say that the site and the content share. */
export const uploads = 'Uploads'
export const tryAgain = (name: string | number) => `Try ${name} again`
export const uploadWaits = 'waits'
export const remove = (name: string | number) => `Remove ${name}`
export const stop = (name: string | number) => `Stop ${name}`
export const uploadOf = (name: string | number) => `Upload of ${name}`
export const theFileIsEmpty = 'The file is empty. Choose another one.'
export const fileTooLarge = (megabytes: number) => `It is larger than ${megabytes} MB. Make it smaller, then try again.`
export const focalPointAt = (place: string) => `Focal point at ${place}`
export const focalPointTitle =
  'What stays in sight if the picture is cut to fit. Drag the point, or use the arrow keys.'
