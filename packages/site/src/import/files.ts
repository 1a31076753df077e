import { isPublishedPath } from '../media/path.ts'
import { importLimits, megabytes } from './limits.ts'

/** A file of a folder or archive. */
export interface ImportFile {
  /** As the folder or archive has it. */
  path: string
  bytes: Uint8Array
}

/** Something that is not taken, and why, as a sentence. */
export interface LeftOut {
  path: string
  why: string
}

export interface TidyFiles {
  /** By their path relative to the site's root. */
  files: ReadonlyMap<string, Uint8Array>
  /** The folder that was taken for the site's root; empty for the whole. */
  root: string
  leftOut: LeftOut[]
}

/** Files that belong to tools, not to the site. */
const TOOLING = /(?:^|\/)(?:\.[^/]+|node_modules|__MACOSX|Thumbs\.db|desktop\.ini)(?:\/|$)/
const ROOTS = ['dist', 'public', 'build', 'out', 'docs', 'site', '_site', 'www', 'htdocs']
const isHtml = (path: string) => /\.x?html?$/i.test(path)

/**
 * The files of a site by clean paths: what lies outside it, leads out of it, or cannot be published under its name is
 * left out and listed. The site's root is the folder that holds its pages.
 */
export function tidyFiles(given: readonly ImportFile[]): TidyFiles {
  const leftOut: LeftOut[] = []
  const clean = new Map<string, Uint8Array>()
  const lower = new Map<string, string>()
  let bytes = 0
  for (const file of given) {
    const path = file.path
      .replaceAll('\\', '/')
      .normalize('NFC')
      .replace(/^(?:\.\/)+/, '')
    const why = refusePath(path, file.path) ?? (clean.size >= importLimits.files ? tooMany : undefined)
    const other = lower.get(path.toLowerCase())
    if (why !== undefined) leftOut.push({ path: file.path, why })
    else if (other !== undefined) {
      leftOut.push({
        path: file.path,
        why: `Another file has this name: ${other}. Case does not tell two files apart.`,
      })
    } else if (bytes + file.bytes.byteLength > importLimits.bytes) {
      leftOut.push({ path: file.path, why: `An import takes ${megabytes(importLimits.bytes)} in all.` })
    } else {
      bytes += file.bytes.byteLength
      clean.set(path, file.bytes)
      lower.set(path.toLowerCase(), path)
    }
  }
  const root = findRoot([...clean.keys()])
  if (root === '') return { files: clean, root, leftOut }
  const files = new Map<string, Uint8Array>()
  for (const [path, content] of clean) {
    if (path.startsWith(`${root}/`)) files.set(path.slice(root.length + 1), content)
    else leftOut.push({ path, why: `It lies outside ${root}, where the pages are.` })
  }
  return { files, root, leftOut }
}

const tooMany = `An import takes ${importLimits.files} files.`

function refusePath(path: string, written: string): string | undefined {
  if (/^(?:[a-z]:)?\//i.test(path) || path.split('/').includes('..')) return 'Its path leads out of the folder.'
  if (TOOLING.test(path)) return 'It belongs to tools, not to the site.'
  if (isPublishedPath(path)) return undefined
  return `A file of a site cannot be called “${written.slice(-80)}”.`
}

/** The folder that holds the site: the one of the topmost page, where no page lies above it. */
function findRoot(paths: readonly string[]): string {
  const pages = paths.filter(isHtml)
  const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')
  const depth = (path: string) => path.split('/').length
  const homes = pages.filter((path) => /(?:^|\/)index\.html?$/i.test(path))
  const candidates = homes.length > 0 ? homes : pages
  const [first] = [...candidates].sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b) || (a < b ? -1 : 1))
  return first === undefined || pages.some((path) => depth(path) < depth(first)) ? '' : folderOf(first)
}

function rank(path: string): number {
  const folder = path.split('/').at(-2)?.toLowerCase() ?? ''
  const place = ROOTS.indexOf(folder)
  return place < 0 ? ROOTS.length : place
}
