import { resolvePath } from '../sheet/path.ts'
import { baseOf } from './base.ts'
import { importLimits } from './limits.ts'

export const isHtml = (path: string) => /\.x?html?$/i.test(path)

type Files = ReadonlyMap<string, Uint8Array>

/**
 * The root folder of a site: the deepest one that contains every page, and that no reference to a file of the import
 * leaves. Empty for the whole.
 * @param pause called after each file that is read
 */
export async function findRoot(files: Files, pause?: () => Promise<void>): Promise<string> {
  let root = commonFolder([...files.keys()].filter(isHtml))
  const read = new Set<string>()
  const rooted = new Set<string>()
  while (root !== '') {
    const before = root
    for (const [path, bytes] of files) {
      if (read.has(path) || !isInside(path, root) || !(isHtml(path) || /\.css$/i.test(path))) continue
      read.add(path)
      if (bytes.byteLength > Math.max(importLimits.html, importLimits.css)) continue
      const text = new TextDecoder().decode(bytes)
      const base = isHtml(path) && /<base\b/i.test(text) ? baseOf(text) : undefined
      if (base !== undefined) root = commonFolder([`${root}/x`, baseFolder(files, path, base) ?? `${root}/x`])
      for (const url of upwardUrls(text)) {
        if (url.startsWith('/')) rooted.add(url)
        else root = commonFolder([`${root}/x`, importedTarget(files, path, url) ?? `${root}/x`])
      }
      await pause?.()
    }
    if (root === before) root = rootOfRooted(files, root, rooted)
    if (root === before) return root
  }
  return root
}

const isInside = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)

/** The deepest folder that contains all these files. */
function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let folder = parentOf(first)
  for (const path of others) while (!isInside(path, folder)) folder = parentOf(folder)
  return folder
}

const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '')

/** The file of the import that a relative URL names; for a folder its first page. */
function importedTarget(files: Files, from: string, url: string): string | undefined {
  const path = resolvePath(from, url.replaceAll('&amp;', '&'))
  if (path === undefined) return undefined
  return [path, `${path}index.html`, `${path}/index.html`].find((each) => files.has(each))
}

/** A path in the folder that a reference of a page leads to; undefined if the import has no file there. */
function baseFolder(files: Files, from: string, base: string): string | undefined {
  const path = resolvePath(from, base)
  if (path === undefined) return undefined
  const inside = `${path.slice(0, path.lastIndexOf('/') + 1)}x`
  return [...files.keys()].some((each) => isInside(each, parentOf(inside))) ? inside : undefined
}

/** Among a folder and its parents, the deepest one in which most root-relative URLs lead to a file. */
function rootOfRooted(files: Files, folder: string, urls: ReadonlySet<string>): string {
  let best = folder
  let most = -1
  for (let at = folder; ; at = parentOf(at)) {
    const prefix = at === '' ? '' : `${at}/`
    let found = 0
    for (const url of urls) if (importedTarget(files, `${prefix}x`, `./${url}`) !== undefined) found += 1
    if (found > most) {
      most = found
      best = at
    }
    if (at === '') return best
  }
}

const LEADS_UP = /\.\.\/|(?<=["'(=,\s])\/(?![/*>])/g
const STOPS = new Set(' \t\n\f\r"\'()<>=,')
const MAX_URL = 1_000

/** Possible URLs in HTML or CSS that lead to a parent folder or begin at the root: each as written, with its words. */
function* upwardUrls(text: string): Generator<string> {
  let from = 0
  for (;;) {
    LEADS_UP.lastIndex = from
    const at = LEADS_UP.exec(text)?.index
    if (at === undefined) return
    let start = at
    while (start > from && !STOPS.has(text.charAt(start - 1))) start -= 1
    const quote = text.charAt(start - 1)
    const close = quote === '"' || quote === "'" ? text.indexOf(quote, at) : -1
    let end = close
    if (close < 0 || close - start > MAX_URL) {
      end = at + 1
      while (end < text.length && !STOPS.has(text.charAt(end))) end += 1
    }
    const url = text.slice(start, end)
    if (url.length <= MAX_URL) {
      yield url
      if (/[\s,]/.test(url)) yield* url.split(/[\s,]+/).filter((word) => word.startsWith('/') || word.includes('../'))
    }
    from = end
  }
}
