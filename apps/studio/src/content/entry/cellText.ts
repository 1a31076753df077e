import type { ContentField } from '@atelier/api'
import * as strings from '../strings.ts'

/**
 * A value as a cell of a list shows it: one line without markup.
 * @param titles of the entries that it may refer to, by `model/id`
 */
export function cellText(
  value: unknown,
  { type, models }: Pick<ContentField, 'type' | 'models'>,
  titles: Readonly<Record<string, string>> = {},
): string {
  if (type === 'relation' || type === 'relations') return relationText(value, models ?? [], titles)
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  if (typeof value === 'number') return value.toLocaleString('en-GB')
  if (Array.isArray(value)) return value.map((each) => cellText(each, { type: '' })).join(', ')
  if (typeof value === 'object') return 'ref' in value ? String(value.ref) : JSON.stringify(value)
  const text = String(value)
  if (type === 'date' || type === 'datetime') return dateText(text, type)
  return type === 'image' || type === 'file' || type === 'video' ? (text.split('/').at(-1) ?? text) : text
}

/** An entry that has no title, or is not there, is shown by its id. */
function relationText(
  value: unknown,
  [only = '']: readonly string[],
  titles: Readonly<Record<string, string>>,
): string {
  const names = (Array.isArray(value) ? value : [value]).flatMap((each: unknown): string[] => {
    if (typeof each === 'string' && each !== '') return [titles[`${only}/${each}`] ?? each]
    if (typeof each !== 'object' || each === null || !('ref' in each) || !('model' in each)) return []
    return [titles[`${String(each.model)}/${String(each.ref)}`] ?? String(each.ref)]
  })
  return names.join(', ')
}

function dateText(text: string, type: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return text
  // A date is of no zone: it is the same day everywhere.
  return type === 'date'
    ? time.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    : time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
