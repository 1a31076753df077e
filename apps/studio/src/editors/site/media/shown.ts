import { type MediaEntry, type MediaSource, mediaTypeOf } from '@atelier/site'
import * as strings from './strings.ts'

/** A search looks through all folders; without one, what lies in the open folder is shown. */
export function filtered(entries: readonly MediaEntry[], folder: string, search: string): MediaEntry[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.filter((entry) => entry.folder === folder)
  return entries.filter((entry) => {
    const text = `${entry.name} ${entry.alt ?? ''} ${entry.path}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** The folders directly in `folder`; the root is the empty text. */
export function childFolders(folders: readonly string[], folder: string): string[] {
  const prefix = folder === '' ? '' : `${folder}/`
  return folders.filter(
    (path) => path.startsWith(prefix) && path !== folder && !path.slice(prefix.length).includes('/'),
  )
}

/** The path of a folder of this name in `parent`; the root is the empty text. */
export function inFolder(parent: string, name: string): string {
  return parent === '' ? name : `${parent}/${name}`
}

/** The pictures that the search finds, in all folders; without a search all of them. */
export function foundPictures(entries: readonly MediaEntry[], search: string): MediaEntry[] {
  const pictures = entries.filter(({ type }) => mediaTypeOf(type)?.kind === 'image')
  return search.trim() === '' ? pictures : filtered(pictures, '', search)
}

/** A piece of a sentence, and where it leads. */
export interface CreditPart {
  text: string
  url?: string
}

/** Who made a picture that a service found or made: pieces of a sentence, with a space between them. */
export function creditOf({ service, query, author, authorUrl, url }: MediaSource): CreditPart[] {
  if (service === 'sketch') return [{ text: strings.drawnFor(query) }]
  const at = { text: strings.services[service] ?? service, ...(url === undefined ? {} : { url }) }
  if (author === undefined) return [{ text: strings.madeBy }, at, { text: strings.madeFor(query) }]
  const by = { text: author, ...(authorUrl === undefined ? {} : { url: authorUrl }) }
  return [{ text: strings.photographBy }, by, { text: strings.photographAt }, at]
}
