import type { View } from '@atelier/documents'
import { isFilledIn } from '../checks/facts.ts'
import { codeByPath } from '../code/assets.ts'
import type { Attribute } from '../document/node.ts'
import { pages } from '../document/pages.ts'
import { homeOf, isSafePath, pageAddress, pagePath } from '../document/paths.ts'
import { mediaByPath } from '../media/entries.ts'
import { siteUrl } from '../media/resolve.ts'
import { mapAttributeUrls } from '../media/shown.ts'
import { sheetByPath } from '../sheet/records.ts'
import { pageFileName, slugOfFile } from './list.ts'
import { spellings } from './names.ts'

/** Links between the pages of a site, as its files and as the site itself write them. */
export interface FileLinks {
  /** Attributes of an element of the site as its file shows them: `/about/` as `/about.html`. */
  shown(tag: string, attributes: readonly Attribute[]): readonly Attribute[]
  /** Attributes of a file as the site holds them: `about.html`, `./about.html` and `/about/index.html` as `/about/`. */
  stored(tag: string, attributes: readonly Attribute[]): readonly Attribute[]
}

const EXTERNAL = /^(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i

/** Whether an attribute leads to a page. */
function isLink(tag: string, name: string): boolean {
  if (name === 'href') return tag === 'a' || tag === 'area'
  if (name === 'src') return tag === 'iframe'
  return (name === 'action' && tag === 'form') || name === 'formaction'
}

/** @param fileName the file that the links are in, which relative ones start from; undefined for what is in many pages */
export function fileLinks(site: View, fileName = ''): FileLinks {
  const listed = pages(site).filter(({ kind }) => kind === 'page')
  const home = homeOf(listed)
  const addresses = new Map<string, string>()
  /** Addresses by other spellings of the names of their pages; empty if several have one. */
  const alike = new Map<string, string>()
  const names = new Map<string, string>()
  for (const entry of listed) {
    const path = pagePath(entry, entry.id === home?.id)
    if (path === undefined) continue
    const address = pageAddress(path)
    for (const name of [path, pageFileName(entry)]) addresses.set(name.toLowerCase(), address)
    for (const spelling of spellings(pageFileName(entry))) alike.set(spelling, alike.has(spelling) ? '' : address)
    if (entry.id !== home?.id) names.set(address, pageFileName(entry))
  }
  const folder = fileName.split('/').slice(0, -1)
  const isFile = (path: string) =>
    mediaByPath(site, path) !== undefined ||
    codeByPath(site, path) !== undefined ||
    sheetByPath(site, path) !== undefined

  /** The paths that a URL may mean: from the folder of the file, then from the root. */
  const candidates = (written: string) => {
    const path = decodedPath(written)
    if (path.startsWith('/')) return [path.replace(/^\/{1,20}/, '')]
    return [...new Set([resolvePath(folder, path), resolvePath([], path)])]
  }
  const pageAt = (path: string): string | undefined => {
    const lower = path.toLowerCase()
    return addresses.get(lower) ?? addresses.get(`${lower.replace(/\/$/, '')}/index.html`)
  }
  /** The page whose name is another spelling of the last part of a path. */
  const pageSpelledAs = (path: string): string | undefined =>
    spellings(path).flatMap((spelling) => alike.get(spelling) || [])[0]
  const fileUrl = (url: string): string | undefined => {
    if (EXTERNAL.test(url.trim()) || isFilledIn(url)) return undefined
    const [path, suffix] = parted(url.trim())
    if (path === '' || path.startsWith('/')) return undefined
    const found = candidates(path).find(isFile)
    return found === undefined ? undefined : siteUrl(found) + suffix
  }
  const address = (url: string): string | undefined => {
    const text = url.trim()
    if (EXTERNAL.test(text) || isFilledIn(text)) return undefined
    const [path, suffix] = parted(text)
    const isName = /\.html?$/i.test(path)
    if (path === '' || path === '/') return undefined
    const paths = candidates(path)
    const exact = paths.map(pageAt).find((each) => each !== undefined)
    if (exact === undefined && paths.some(isFile)) return fileUrl(url)
    // An address from the root on stays as it is written, if it leads somewhere.
    if (exact !== undefined && path.startsWith('/') && !isName) return undefined
    const page = exact ?? paths.map(pageSpelledAs).find((each) => each !== undefined)
    if (page !== undefined) return page + suffix
    if (path.startsWith('/') && !isName) return undefined
    const [first = ''] = paths
    const slug = slugOfFile(first.toLowerCase()).replace(/(?:^|\/)index$/, '')
    if (isName && slug === '') return `/${suffix}`
    if (!isName || !isSafePath(slug)) return undefined
    return pageAddress(`${slug}/index.html`) + suffix
  }
  return {
    shown: (tag, attributes) =>
      attributes.map(([name, value]): Attribute => {
        if (!isLink(tag, name) || !value.startsWith('/')) return [name, value]
        const [path, suffix] = parted(value)
        const file = names.get(path)
        const written = file === undefined ? value : `/${file}${suffix}`
        return [name, address(written) === value ? written : value]
      }),
    stored: (tag, attributes) =>
      attributes.map(([name, value]): Attribute => {
        if (isLink(tag, name)) return [name, address(value) ?? value]
        return tag === 'link' || tag === 'base' ? [name, value] : [name, mapAttributeUrls(name, value, fileUrl)]
      }),
  }
}

/** A URL before and from its query or anchor on. */
function parted(url: string): [path: string, suffix: string] {
  const at = url.search(/[?#]/)
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
}

function resolvePath(folder: readonly string[], path: string): string {
  const parts = [...folder]
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}

function decodedPath(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC')
  } catch {
    // The text is not percent-encoded, so it is already plain.
    return text
  }
}
