import type { LinkTarget } from './targets.ts'

/** Texts of the link picker. */
export const choose = 'Choose where it leads'
export const linkTo = 'Link to'
export const searchOrAddress = 'Page, #place, file, mail, phone or address'
export const places = 'Places to link to'
export const nothingFound = 'Nothing has this name. Type a whole address, such as https://… or a mail address.'
export const newTab = 'Open in a new tab'
export const rel = 'Relation (rel)'
export const relHint = 'Such as nofollow or sponsored'
export const removeLink = 'Remove link'
export const apply = 'Set link'
export const kinds: Readonly<Record<LinkTarget['kind'], string>> = {
  page: 'Page',
  anchor: 'Place',
  media: 'File',
  mail: 'Mail',
  phone: 'Phone',
  address: 'Address',
}
