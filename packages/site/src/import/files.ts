import { isPublishedPath } from '../media/path.ts'
import { importLimits, megabytes } from './limits.ts'
import { findRoot } from './root.ts'

/** A file of a folder or archive. */
export interface ImportFile {
  /** As the folder or archive has it. */
  path: string
  bytes: Uint8Array
  /** A link to another file, whose path its bytes are. */
  isLink?: boolean
}

/** A file that is not imported, with the reason as a sentence. */
export interface LeftOut {
  path: string
  why: string
  /** Set if it belongs to tools, so the site is complete without it. */
  tooling?: boolean
  /** Set if the site uses it: nothing is imported until a person has agreed to go without it. */
  asks?: boolean
}

export interface TidyFiles {
  /** By their path relative to the site's root. */
  files: ReadonlyMap<string, Uint8Array>
  /** The folder detected as the site's root; empty for the whole. */
  root: string
  leftOut: LeftOut[]
}

/** Files that belong to tools, not to the site. */
const TOOLING = /(?:^|\/)(?:\.[^/]+|node_modules|__MACOSX|Thumbs\.db|desktop\.ini)(?:\/|$)/

/**
 * The files of a site by normalized paths: a file that is outside it, leads out of it, or has an unpublishable name is
 * left out and listed.
 * @param pause called regularly during the search for the site's root (`findRoot`)
 */
export async function tidyFiles(given: readonly ImportFile[], pause?: () => Promise<void>): Promise<TidyFiles> {
  const leftOut: LeftOut[] = []
  const clean = new Map<string, Uint8Array>()
  const lower = new Map<string, string>()
  let bytes = 0
  for (const file of given) {
    const path = file.path
      .replaceAll('\\', '/')
      .normalize('NFC')
      .replace(/^(?:\.\/)+/, '')
    const why =
      (file.isLink ? LINK : undefined) ??
      refusePath(path, file.path) ??
      (clean.size >= importLimits.files ? tooMany : undefined)
    const other = lower.get(path.toLowerCase())
    if (why === tooMany) leftOut.push({ path: file.path, why, asks: true })
    else if (why !== undefined) leftOut.push({ path: file.path, why, ...(TOOLING.test(path) ? { tooling: true } : {}) })
    else if (other !== undefined) {
      leftOut.push({
        path: file.path,
        why: `Another file has this name: ${other}. Case does not tell two files apart.`,
      })
    } else if (bytes + file.bytes.byteLength > importLimits.bytes) {
      leftOut.push({ path: file.path, why: `An import takes ${megabytes(importLimits.bytes)} in all.`, asks: true })
    } else {
      bytes += file.bytes.byteLength
      clean.set(path, file.bytes)
      lower.set(path.toLowerCase(), path)
    }
  }
  const root = await findRoot(clean, pause)
  if (root === '') return { files: clean, root, leftOut }
  const files = new Map<string, Uint8Array>()
  for (const [path, content] of clean) {
    if (path.startsWith(`${root}/`)) files.set(path.slice(root.length + 1), content)
    else leftOut.push({ path, why: `It lies outside ${root}, where the pages are.` })
  }
  return { files, root, leftOut }
}

const LINK = 'It is a link to another file, and links are not followed.'
const tooMany = `An import takes ${importLimits.files} files.`

function refusePath(path: string, written: string): string | undefined {
  if (/^(?:[a-z]:)?\//i.test(path) || path.split('/').includes('..')) return 'Its path leads out of the folder.'
  if (TOOLING.test(path)) return 'It belongs to tools, not to the site.'
  if (isPublishedPath(path)) return undefined
  return `A file of a site cannot be called “${written.slice(-80)}”.`
}
