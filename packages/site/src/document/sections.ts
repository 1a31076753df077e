import type { View } from '@atelier/documents'
import { isRecord } from './node.ts'

/** Nodes that were kept to be inserted again: a copy each time, where a component stays one thing. */
export interface SavedSection {
  id: string
  title: string
  /** With the rules that style it, as `clipOf` makes it. */
  html: string
}

const prefix = 'section:'
export const sectionKey = (id: string) => `${prefix}${id}`

/** The saved sections of a site, by title. */
export function savedSections(site: View): SavedSection[] {
  const all: SavedSection[] = []
  for (const key of site.keys(prefix)) {
    const value = site.get(key)
    if (!isRecord(value) || typeof value.title !== 'string' || typeof value.html !== 'string') continue
    all.push({ id: key.slice(prefix.length), title: value.title, html: value.html })
  }
  return all.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id < b.id ? -1 : 1))
}
