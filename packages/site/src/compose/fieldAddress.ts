import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { ContentView } from '../context/content.ts'
import { contentSource } from '../loop/contentSource.ts'
import type { FieldOrigin } from './pieces.ts'

/** The attribute of what `composePart` prints that says which field of an entry an element shows. */
export const FIELD_ATTRIBUTE = 'atelier-field'

/** Collection, locale, entry, field and format. */
const Address = Type.Tuple([Type.String(), Type.String(), Type.String(), Type.String(), Type.String()])

export const fieldAddress = ({ source, entry, field, format = '' }: FieldOrigin): string =>
  JSON.stringify([source.table ?? '', source.locale ?? '', String(entry.id), field, format])

/** The field of an entry that an address names; undefined if it is not shown any longer. */
export function fieldAt(content: ContentView, address: string): FieldOrigin | undefined {
  const parsed = parse(address)
  if (!Value.Check(Address, parsed)) return undefined
  const [table, locale, id, field, format] = parsed
  const model = content.models.find((each) => each.id === table)
  const source = model && contentSource(content, model, locale)
  const entry = source?.find?.(id)
  return source && entry && { source, entry, field, format: format === '' ? undefined : format }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
