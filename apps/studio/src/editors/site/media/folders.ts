import { inFolder } from './shown.ts'

/** A folder's name and the folder that it lies in; the root is the empty text. */
export function splitFolder(path: string): { name: string; parent: string } {
  const slash = path.lastIndexOf('/')
  return { name: path.slice(slash + 1), parent: path.slice(0, Math.max(0, slash)) }
}

/** The path of a folder under another name; undefined if no name was written. */
export function renamedFolder(path: string, name: string | undefined): string | undefined {
  return name ? inFolder(splitFolder(path).parent, name) : undefined
}

/** The folders on the way to `path`, the outermost first and `path` last. */
export function folderSteps(path: string): { name: string; path: string }[] {
  const parts = path.split('/')
  return parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join('/') }))
}
