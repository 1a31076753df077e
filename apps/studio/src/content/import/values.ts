import type { FieldDefinition, FieldType } from '@atelier/content'
import type { Cell } from './table.ts'

/** How the cells of one column are written. */
export interface ColumnStyle {
  /** A comma separates the decimals. */
  decimalComma: boolean
  /** The day precedes the month. */
  dayFirst: boolean
}

export type Converted = { ok: true; value: unknown } | { ok: false; why: Unfit }
export type Unfit = 'number' | 'boolean' | 'date' | 'datetime' | 'json' | 'unknown_relation' | 'ambiguous_relation'

/** Finds the entry that a cell means by its id or its title. */
export type Lookup = (text: string) => { model: string; id: string } | 'ambiguous' | undefined

const YES = new Set(['true', 'yes', 'y', '1', 'x', 'on', 'ja', 'oui', 'si', 'sí', 'evet'])
const NO = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'non', 'hayır', '-'])
const isYesOrNo = (text: string) => YES.has(lower(text)) || NO.has(lower(text))
const lower = (text: string) => text.trim().toLowerCase()

const NUMBER = /^[-+]?(?:\d{1,3}(?:[ \u00a0\u202f.,']\d{3})+|\d{1,15})(?:[.,]\d{1,12})?$/
const INTEGER = /^[-+]?(?:0|[1-9]\d{0,14})$/
const ISO_DAY = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/
const DAY = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,6})?)? ?(Z|[+-]\d{2}:?\d{2})?$/
const EMAIL = /^[^\s@]{1,64}@[^\s@.]{1,63}(?:\.[^\s@.]{1,63}){1,10}$/
const WEB = /^https?:\/\/\S+$/
const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i
const MARKED_LINE = /^(?:#{1,6} |[-*] |> )/m

export const isBlankCell = (cell: Cell): boolean =>
  cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '')

const cellText = (cell: Cell): string =>
  typeof cell === 'string' ? cell : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)

const isMarkdown = (text: string) =>
  MARKED_LINE.test(text.slice(0, 5_000)) || text.split('**').length > 2 || text.includes('](')

/** How a column writes its numbers and days, by those that leave no doubt. */
export function styleOf(cells: readonly Cell[]): ColumnStyle {
  let commas = 0
  let dots = 0
  let monthFirst = 0
  let dayFirst = 0
  for (const cell of cells) {
    if (typeof cell !== 'string') continue
    const text = cell.trim()
    if (/\.\d{3},|^[-+]?\d+,(?:\d{1,2}|\d{4,12})$/.test(text)) commas += 1
    if (/,\d{3}\.|^[-+]?\d+\.(?:\d{1,2}|\d{4,12})$/.test(text)) dots += 1
    const [, first, second] = DAY.exec(text.slice(0, 10).trim()) ?? []
    if (Number(first) > 12) dayFirst += 1
    if (Number(second) > 12) monthFirst += 1
  }
  return { decimalComma: commas > dots, dayFirst: dayFirst >= monthFirst }
}

function readNumber(text: string, { decimalComma }: ColumnStyle): number | undefined {
  const whole = text.trim()
  const plain = whole.endsWith('%') ? whole.slice(0, -1).trimEnd() : whole
  if (!NUMBER.test(plain)) return undefined
  const last = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'))
  const sign = plain[last]
  const both = plain.includes(',') && plain.includes('.')
  const decimals = plain.length - last - 1
  const isDecimal =
    last >= 0 && (both || decimals !== 3 || (sign === ',') === decimalComma) && plain.indexOf(sign ?? '') === last
  const integer = isDecimal ? plain.slice(0, last) : plain
  const number = Number(integer.replace(/[ \u00a0\u202f.,']/g, '') + (isDecimal ? `.${plain.slice(last + 1)}` : ''))
  return Number.isFinite(number) ? number : undefined
}

function readDay(text: string, { dayFirst }: ColumnStyle): string | undefined {
  const iso = ISO_DAY.exec(text)
  const other = iso ? undefined : DAY.exec(text)
  const [, one = '', two = '', three = ''] = iso ?? other ?? []
  if (one === '') return undefined
  const [year, month, day] = iso ? [one, two, three] : dayFirst ? [three, two, one] : [three, one, two]
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined
  return date.toISOString().slice(0, 10)
}

function readTime(text: string, style: ColumnStyle): string | undefined {
  const space = text.search(/[T ]/)
  const date = space < 0 ? '' : text.slice(0, space)
  const [, hours = '', minutes = '', seconds = '0', zone = ''] = CLOCK.exec(text.slice(space + 1).trim()) ?? []
  const day = hours === '' ? undefined : readDay(date, style)
  const two = (part: string) => part.padStart(2, '0')
  // Without a zone it is by the importing user's clock.
  const time = day === undefined ? text : `${day}T${two(hours)}:${minutes}:${two(seconds)}${zone}`
  const isTime = day !== undefined || ISO_DAY.test(text)
  const at = isTime ? new Date(time) : undefined
  if (!at || Number.isNaN(at.getTime())) {
    const only = readDay(text, style)
    return only === undefined ? undefined : `${only}T00:00:00Z`
  }
  return at.toISOString().replace('.000Z', 'Z')
}

const numberTypes = new Set<FieldType>(['number', 'integer', 'decimal', 'percent', 'rating'])

/** The value of a field that a cell means; what the model wants of it beside its form is not asked here. */
export function convert(cell: Cell, field: FieldDefinition, style: ColumnStyle, lookup?: Lookup): Converted {
  const { type } = field
  const text = cellText(cell).trim()
  const fine = (value: unknown): Converted => ({ ok: true, value })
  const unfit = (why: Unfit): Converted => ({ ok: false, why })
  if (numberTypes.has(type)) {
    const number = typeof cell === 'number' ? cell : readNumber(text, style)
    return number === undefined ? unfit('number') : fine(number)
  }
  switch (type) {
    case 'boolean':
      if (typeof cell === 'boolean') return fine(cell)
      return isYesOrNo(text) ? fine(YES.has(lower(text))) : unfit('boolean')
    case 'date': {
      const day = readDay(text, style) ?? readTime(text, style)?.slice(0, 10)
      return day === undefined ? unfit('date') : fine(day)
    }
    case 'datetime': {
      const time = readTime(text, style)
      return time === undefined ? unfit('datetime') : fine(time)
    }
    case 'select':
      return fine(field.options?.find((option) => lower(option) === lower(text)) ?? text)
    case 'array':
      return fine(Array.isArray(cell) ? cell : itemsIn(text, field, style))
    case 'object':
      if (typeof cell === 'object') return fine(cell)
      try {
        return fine(JSON.parse(text))
      } catch {
        return unfit('json')
      }
    case 'relation':
      return relationOf(text, field, lookup)
    case 'relations': {
      const all = (Array.isArray(cell) ? cell.map(cellText) : listItems(text)).map((each) =>
        relationOf(each.trim(), field, lookup),
      )
      const wrong = all.find((each) => !each.ok)
      return wrong ?? fine(all.map((each) => (each.ok ? each.value : undefined)))
    }
    case 'markdown':
    case 'richtext':
    case 'code':
      return fine(cellText(cell))
    default:
      return fine(text)
  }
}

/** The parts of a list in one cell: by line, `;`, `|`, or commas where there is none of them. */
function listItems(text: string): string[] {
  const parts = /[;|\n]/.test(text) ? text.split(/[;|\n]/) : text.split(',')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function itemsIn(text: string, { items }: FieldDefinition, style: ColumnStyle): unknown[] {
  if (text.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(text)
      if (Array.isArray(list)) return list
    } catch {
      // A list that is written otherwise.
    }
  }
  const inner: FieldDefinition = typeof items === 'object' ? items : { type: items ?? 'string' }
  return listItems(text).map((part) => {
    const converted = convert(part, inner, style)
    return converted.ok ? converted.value : part
  })
}

function relationOf(text: string, { model }: FieldDefinition, lookup: Lookup | undefined): Converted {
  const found = lookup?.(text)
  if (found === 'ambiguous') return { ok: false, why: 'ambiguous_relation' }
  if (!found) return { ok: false, why: 'unknown_relation' }
  return { ok: true, value: typeof model === 'string' ? found.id : { model: found.model, ref: found.id } }
}

/** The most texts that are offered as the options of a choice. */
const MOST_OPTIONS = 12

/** Names of columns whose digits are no amounts, such as phone numbers, postal codes and versions. */
const CODE_COLUMN =
  /(?:^|[^a-z])(?:phone|telephone|telefon|mobile|fax|zip|postal|postcode|plz|sku|isbn|ean|gtin|iban|version|sürüm)(?:$|[^a-z])/iu

/** Whether a text of digits says something that the number of it does not: a plus, leading zeros, a last zero that counts. */
function losesAsNumber(texts: readonly string[]): boolean {
  if (texts.some((text) => text.startsWith('+') || /^-?0\d/.test(text))) return true
  const decimals = texts.map((text) => /[.,](\d+)$/.exec(text)?.[1] ?? '')
  // A price ends with a zero too, but has as many decimals in each row.
  const same = decimals.every((each) => each.length === decimals[0]?.length)
  return !same && decimals.some((each) => each.endsWith('0') && each.length !== 3)
}

/** The field that fits all cells of a column best. @param column its name */
export function guessField(cells: readonly Cell[], column = ''): FieldDefinition {
  const given = cells.filter((cell) => !isBlankCell(cell))
  if (given.length === 0) return { type: 'string' }
  if (given.every((cell) => Array.isArray(cell)))
    return { type: 'array', items: given.flat().every((item) => typeof item === 'number') ? 'number' : 'string' }
  if (given.some((cell) => typeof cell === 'object')) return { type: 'object', fields: {} }
  if (given.every((cell) => typeof cell === 'boolean')) return { type: 'boolean' }
  const style = styleOf(given)
  const texts = given.map((cell) => cellText(cell).trim())
  const all = (fits: (text: string) => boolean) => texts.every(fits)
  if (all((text) => isYesOrNo(text)) && !all((text) => /^[\dxyn-]$/i.test(text))) return { type: 'boolean' }
  const isNumber = all((text) => readNumber(text, style) !== undefined && !text.endsWith('%'))
  if (isNumber && given.some((cell) => typeof cell === 'string'))
    if (losesAsNumber(texts) || CODE_COLUMN.test(column)) return { type: 'string' }
  if (all((text) => INTEGER.test(text))) return { type: 'integer' }
  if (isNumber) return { type: 'decimal' }
  if (all((text) => readDay(text, style) !== undefined)) return { type: 'date' }
  if (all((text) => readTime(text, style) !== undefined)) return { type: 'datetime' }
  if (all((text) => EMAIL.test(text))) return { type: 'email' }
  if (all((text) => PICTURE.test(text) && !/\s{2}|\n/.test(text))) return { type: 'image' }
  if (all((text) => WEB.test(text))) return { type: 'url' }
  if (all((text) => COLOR.test(text))) return { type: 'color' }
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0)
  if (longest > 40 && texts.some(isMarkdown)) return { type: 'markdown' }
  if (longest > 160 || texts.some((text) => text.includes('\n'))) return { type: 'text' }
  const options = new Set(texts)
  if (
    texts.length >= 12 &&
    options.size > 1 &&
    options.size <= MOST_OPTIONS &&
    options.size * 4 <= texts.length &&
    longest <= 40
  )
    return { type: 'select', options: [...options].sort() }
  return { type: 'string' }
}
