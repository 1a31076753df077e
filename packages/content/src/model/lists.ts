import { copyJson, type Draft, equalJson, type Json, type View } from '@atelier/documents'
import { isRecord } from './json.ts'

/** A view of a model's list that everyone in the project has: `list:<model>/<name>` in the document of models. */
export interface SavedList {
  name: string
  /** As it was saved. */
  view: Readonly<Record<string, Json>>
}

/** A name may hold any sign. */
const encode = (name: string) => name.replaceAll('%', '%25').replaceAll('/', '%2F')
const decode = (text: string) => text.replaceAll('%2F', '/').replaceAll('%25', '%')

/** The saved views of a model's list, in the order of names. */
export function readLists(view: View, model: string): SavedList[] {
  const start = `list:${model}/`
  const lists: SavedList[] = []
  for (const key of view.keys(start)) {
    const value = view.get(key)
    if (isRecord(value)) lists.push({ name: decode(key.slice(start.length)), view: value })
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
