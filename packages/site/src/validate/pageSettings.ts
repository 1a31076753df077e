import type { Json } from '@atelier/documents'
import { isList } from '@atelier/operation'
import { DIRECTIONS } from '../document/direction.ts'
import { dataBlocksProblem, readDataBlocks } from '../publish/dataBlocks.ts'
import { isThemeColor, PAGE_SWITCHES, PAGE_TEXTS } from '../publish/settings.ts'
import { isTextValue, unless } from './shapes.ts'

const MAX_PAGE_TEXT = 2_000
const texts: ReadonlySet<string> = new Set(PAGE_TEXTS)
const switches: ReadonlySet<string> = new Set(PAGE_SWITCHES)

/** Returns the problem of a page setting (for search engines, social networks and feeds), or undefined. */
export function checkPageSetting(field: string, value: Json): string | undefined {
  if (field === 'data') {
    if (value === null) return undefined
    const blocks = readDataBlocks(value)
    if (!isList(value) || blocks.length !== value.length) return 'The data of a page are blocks of a type and a text.'
    return dataBlocksProblem(blocks)
  }
  if (field === 'direction' && typeof value === 'string' && value !== '')
    return unless(
      DIRECTIONS.some((each) => each === value),
      'The direction of a page is ltr, rtl or auto.',
    )
  if (field === 'themeColor' && typeof value === 'string' && value !== '')
    return unless(isThemeColor(value), 'The theme colour of a page is a CSS colour.')
  if (texts.has(field)) {
    const fits = value === null || isTextValue(value, MAX_PAGE_TEXT)
    return unless(fits, `The ${field} of a page is a text of at most ${MAX_PAGE_TEXT} characters, or null.`)
  }
  if (switches.has(field)) {
    return unless(value === null || typeof value === 'boolean', `The ${field} of a page is true, false or null.`)
  }
  return `A page has no field "${field.slice(0, 40)}".`
}
