import type { ContentField } from '@atelier/api'
import * as strings from '../strings.ts'

/** A value as a cell of a list shows it: one line without markup. */
export function cellText(value: unknown, { type }: Pick<ContentField, 'type'>): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  if (typeof value === 'number') return value.toLocaleString('en-GB')
  if (Array.isArray(value)) return value.map((each) => cellText(each, { type: '' })).join(', ')
  if (typeof value === 'object') return 'ref' in value ? String(value.ref) : JSON.stringify(value)
  const text = String(value)
  if (type === 'date' || type === 'datetime') return dateText(text, type)
  return type === 'image' || type === 'file' || type === 'video' ? (text.split('/').at(-1) ?? text) : text
}

function dateText(text: string, type: string): string {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) return text
  // A date is of no zone: it is the same day everywhere.
  return type === 'date'
    ? time.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    : time.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
}
