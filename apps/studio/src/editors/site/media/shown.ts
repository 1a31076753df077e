import type { MediaEntry } from '@atelier/site'

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

/**
 * The tile that an arrow key leads to, never beyond the first or the last; undefined for another key.
 * @param columns how many tiles stand in a row
 */
export function tileAfter(key: string, at: number, columns: number, count: number): number | undefined {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, at + step))
}
