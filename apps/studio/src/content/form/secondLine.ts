import type { ContentModel, ListedContentEntry } from '@atelier/api'
import { cellText } from '../entry/cellText.ts'

/** Types whose values tell entries apart in a few words, the first ones first. */
const telling = ['select', 'string', 'relation', 'date', 'datetime', 'email', 'integer', 'number', 'decimal', 'boolean']
const MOST_COLUMNS = 3
const MOST_SIGNS = 40

/** The fields of a model that tell its entries with the same title apart. */
export const secondColumns = ({ fields, titleField }: Pick<ContentModel, 'fields' | 'titleField'>): string[] =>
  fields
    .filter(({ name, type }) => name !== titleField && telling.includes(type))
    .toSorted((a, b) => telling.indexOf(a.type) - telling.indexOf(b.type))
    .slice(0, MOST_COLUMNS)
    .map(({ name }) => name)

type Listed = Pick<ListedContentEntry, 'id' | 'title' | 'values'>

/**
 * The second line of each entry of a list: its telling values, and its id where that is its slug, or where another entry
 * looks the same.
 * @param titles of the entries that they refer to, by `model/id`
 */
export function secondLines(
  entries: readonly Listed[],
  model: Pick<ContentModel, 'fields' | 'titleField' | 'kind'>,
  titles: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const fields = secondColumns(model).flatMap((name) => model.fields.find((field) => field.name === name) ?? [])
  const lines = entries.map(({ id, title, values }) => {
    const words = fields.map((field) => cellText(values[field.name], field, titles).slice(0, MOST_SIGNS))
    const shown = words.filter((each) => each !== '')
    return { id, title, line: (model.kind === 'document' ? [id, ...shown] : shown).join(' · ') }
  })
  const times = Map.groupBy(lines, ({ title, line }) => JSON.stringify([title, line]))
  return new Map(
    lines.map(({ id, title, line }) => {
      const isTwice = (times.get(JSON.stringify([title, line]))?.length ?? 0) > 1
      return [id, line === '' ? id : isTwice && !line.includes(id) ? `${line} · ${id}` : line]
    }),
  )
}
