import type { LeftOutKind } from './paste/leftOut.ts'

export const table = 'Table'
export const insertTable = 'Insert a table'
export const rowAbove = 'Row above'
export const rowBelow = 'Row below'
export const columnBefore = 'Column on the left'
export const columnAfter = 'Column on the right'
export const deleteRow = 'Delete row'
export const deleteColumn = 'Delete column'
export const deleteTable = 'Delete table'
export const alignColumn = 'Align column'
export const columnAlignments = { '': 'As usual', left: 'Left', center: 'Centre', right: 'Right' } as const
export const line = 'Line'

export const findTarget = 'Address, or a page or entry to find'
export const targets = 'Pages and entries'
export const homePage = 'Home'
export const pageTarget = 'Page'

export const addingPicture = 'Adding a picture…'
export const pictureUnreadable = 'the clipboard does not have its bytes'
export const pictureOnly = 'the place for it is gone; it is in the media'
export const picturesLost = (count: number) =>
  count === 1
    ? 'A picture was still on its way when the text was closed. It is in the media, not in the text.'
    : `${count} pictures were still on their way when the text was closed. They are in the media, not in the text.`
export const dismissNote = 'Dismiss'

export const reading = 'Reading what was pasted…'
export const tooManyCells = (cells: number, most: number) =>
  `Nothing was pasted: its table has ${cells.toLocaleString('en')} cells, and a text takes ${most.toLocaleString('en')} at most. Paste a part of it, or import it as entries.`
export const picturesWaiting = (count: number) =>
  count === 1 ? 'Adding 1 picture to the media…' : `Adding ${count} pictures to the media…`
export const picturesAdded = (count: number) =>
  count === 1 ? '1 picture was added to the media.' : `${count} pictures were added to the media.`
export const picturesRemote = (count: number, reason: string) =>
  count === 1
    ? `1 picture stays at its address on the web: ${reason}`
    : `${count} pictures stay at their addresses on the web: ${reason}`
export const picturesFailed = (count: number, reason: string) =>
  count === 1 ? `1 picture was not taken: ${reason}.` : `${count} pictures were not taken: ${reason}.`

const words: Readonly<Record<LeftOutKind, readonly [one: string, many: string]>> = {
  video: ['1 video', 'videos'],
  audio: ['1 sound', 'sounds'],
  frame: ['1 embedded frame', 'embedded frames'],
  drawing: ['1 drawing', 'drawings'],
  control: ['1 form field', 'form fields'],
  comment: ['the comments', 'lists of comments'],
  picture: ['1 picture that is not in the clipboard', 'pictures that are not in the clipboard'],
  mergedCell: ['', ''],
  listInCell: ['', ''],
}

/** Sentences about the parts that are left out or changed. */
export function leftOutWords(leftOut: ReadonlyMap<LeftOutKind, number>): string[] {
  const gone = [...leftOut].flatMap(([kind, count]) => {
    const [one, many] = words[kind]
    return one === '' ? [] : [count === 1 ? one : `${count} ${many}`]
  })
  return [
    ...(gone.length > 0 ? [`Left out: ${gone.join(', ')}.`] : []),
    ...(leftOut.has('mergedCell') ? ['Merged cells are cells of their own now.'] : []),
    ...(leftOut.has('listInCell') ? ['Lists in a table are lines of text now.'] : []),
  ]
}
