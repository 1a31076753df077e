import { copyJson, type Draft, equalJson, type Json, type View } from '@atelier/documents'
import { validate } from '@atelier/operation'
import { Type } from 'typebox'
import type { SavedList } from './definition.ts'
import { isRecord } from './json.ts'

/** As many as a menu can show. */
export const MOST_LISTS = 30
const LONGEST_NAME = 60

/** The members of a saved view. */
export const ListView = Type.Object(
  {
    columns: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 20 })),
    sort: Type.Optional(
      Type.String({ maxLength: 200, description: 'A field or title, status, updated_at; - is down.' }),
    ),
    locale: Type.Optional(Type.String({ maxLength: 20 })),
    status: Type.Optional(Type.String({ maxLength: 20 })),
    state: Type.Optional(Type.Enum(['changed', 'incomplete', 'scheduled', 'stale', 'untranslated', 'waits'])),
    where: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.Unknown())),
    search: Type.Optional(Type.String({ maxLength: 200 })),
  },
  { additionalProperties: false },
)

export const ListName = Type.String({ minLength: 1, maxLength: LONGEST_NAME, pattern: '\\S' })

/*
 * A saved view is `list:<model>/<name>` in the document of models.
 */

/** A name may hold any sign. */
const encode = (name: string) => name.replaceAll('%', '%25').replaceAll('/', '%2F')
const decodePattern = (text: string) => text.replaceAll('%2F', '/').replaceAll('%25', '%')

/** The saved views of a model's list, in the order of names. */
export function readLists(view: View, model: string): SavedList[] {
  const start = `list:${model}/`
  const lists: SavedList[] = []
  for (const key of view.keys(start)) {
    const value = view.get(key)
    if (isRecord(value)) lists.push({ name: decodePattern(key.slice(start.length)), view: value })
  }
  return lists.sort((a, b) => a.name.localeCompare(b.name))
}

/** @param view undefined takes the saved view away */
export function writeList(draft: Draft, model: string, name: string, view: object | undefined): void {
  const key = `list:${model}/${encode(name)}`
  if (view === undefined) {
    if (draft.has(key)) draft.delete(key)
    return
  }
  const next = copyJson(view)
  if (!equalJson(draft.get(key), next)) draft.set(key, next)
}

/** The saved views of a model that come from elsewhere, by their names; what has no sense is left out. */
export function listsFrom(value: Json | undefined): SavedList[] {
  if (!isRecord(value)) return []
  return Object.entries(value)
    .flatMap(([name, view]) => {
      const isOne = validate(ListName, name).length === 0 && validate(ListView, view).length === 0
      return isOne && isRecord(view) ? [{ name, view }] : []
    })
    .slice(0, MOST_LISTS)
}
