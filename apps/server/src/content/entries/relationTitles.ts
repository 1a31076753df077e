import { type ContentReader, entryName, linksIn, type Model, valueFields } from '@atelier/content'
import { copyJson, type Json } from '@atelier/documents'

/** Entries that one answer names at most. */
const MOST_TITLES = 500

/**
 * The titles of the entries that values refer to, by `model/id`; without those that are not there.
 * @param values by the name of the field, of any number of entries
 */
export async function relationTitles(
  reader: Pick<ContentReader, 'entry'>,
  model: Model,
  values: readonly Readonly<Record<string, Json>>[],
): Promise<Record<string, string>> {
  const relations = valueFields(model).filter(({ definition: { type } }) => type === 'relation' || type === 'relations')
  const wanted = new Map<string, { model: string; id: string }>()
  for (const each of values)
    for (const { name, definition } of relations)
      for (const { value: id, targetModel } of linksIn(definition, copyJson(each[name] ?? null)))
        if (targetModel !== undefined && wanted.size < MOST_TITLES)
          wanted.set(entryName({ model: targetModel, id }), { model: targetModel, id })
  const titles: [string, string][] = []
  for (const [name, { model: target, id }] of wanted) {
    const title = (await reader.entry(target, id))?.title
    if (title !== undefined && title !== '') titles.push([name, title])
  }
  return Object.fromEntries(titles)
}
