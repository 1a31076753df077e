import type { View } from '@atelier/documents'
import { cssUrls } from '../css/urls.ts'
import type { Attribute } from '../document/node.ts'
import { homePage, page } from '../document/pages.ts'
import { pageAddress, pagePath } from '../document/paths.ts'
import { partOfPicture } from '../part/element.ts'
import { mediaByPath } from './entries.ts'
import { sitePath, siteUrl } from './resolve.ts'
import { srcsetCandidates } from './srcset.ts'

/** Where a page that is not published shows the files of its site from. */
export interface ShownFiles {
  /** The URL to load a file from; undefined if the URL means none of the site’s media. */
  url(url: string, address?: string): string | undefined
  /** @param tag of the element, where only what it loads itself is to be told apart from where it leads */
  attributes(attributes: readonly Attribute[], tag?: string): readonly Attribute[]
  /** @param address where the stylesheet is published, from the root on; by default where the page is */
  css(css: string, address?: string): string
}

const urlNames: ReadonlySet<string> = new Set(['src', 'href', 'xlink:href', 'poster', 'data', 'background'])
/** Loads nothing and causes no request: a picture shows its alternative text. */
export const missingFile = 'data:,'

/** Elements of SVG that load what their `href` names. */
const pictures: ReadonlySet<string> = new Set(['image', 'feimage'])
const listNames: ReadonlySet<string> = new Set(['srcset', 'imagesrcset'])

/** An attribute’s value with its URLs replaced where `map` gives another. Attributes that hold none stay. */
export function mapAttributeUrls(name: string, value: string, map: (url: string) => string | undefined): string {
  const lower = name.toLowerCase()
  if (urlNames.has(lower)) return map(value) ?? value
  if (listNames.has(lower)) return mapSrcset(value, map)
  return lower === 'style' && value.includes('(') ? mapCssUrls(value, map) : value
}

/**
 * Rewrites addresses of media for the place where a page is shown, only in the shown copy: nothing of it is ever
 * stored.
 * @param base where files are served, without a slash at its end: `/api/projects/<id>/files`
 * @param missing what is loaded instead of a file that the site should have and has not; by default it stays as written
 */
export function shownFiles(site: View, pageId: string, base: string, missing?: string): ShownFiles {
  const own = documentAddress(site, pageId)
  const url = (written: string, address = own): string | undefined => {
    const path = sitePath(written, address)
    if (path !== undefined && partOfPicture(path) !== undefined)
      return `${base}${siteUrl(path)}${/\?[^#]*/.exec(written)?.[0] ?? ''}`
    if (path === undefined || !mediaByPath(site, path)) return undefined
    const hash = written.indexOf('#')
    return `${base}${siteUrl(path)}${hash < 0 ? '' : written.slice(hash)}`
  }
  const loaded = (written: string, address = own) =>
    url(written, address) ?? (missing !== undefined && sitePath(written, address) !== undefined ? missing : undefined)
  return {
    url,
    // Imported text is a stylesheet, which is reported elsewhere.
    css: (text, address = own) => mapCssUrls(text, (each, imported) => (imported ? url : loaded)(each, address)),
    attributes: (attributes, tag = '') =>
      attributes.map(([name, value]): Attribute => {
        const loads = !/href$/i.test(name) || pictures.has(tag.toLowerCase())
        return [name, mapAttributeUrls(name, value, (each) => (loads ? loaded(each) : url(each)))]
      }),
  }
}

/** Where a page, template or component counts as lying, from the root on: what its relative addresses start from. */
export function documentAddress(site: View, pageId: string): string {
  const entry = page(site, pageId)
  const path = entry && entry.kind !== 'component' ? pagePath(entry, entry.id === homePage(site)?.id) : undefined
  return pageAddress(path ?? 'index.html')
}

/** CSS with its URLs replaced where `map` gives another: `url(a.png)`, `@import "a.css"`, `image-set("a.png" 1x)`. */
export function mapCssUrls(css: string, map: (url: string, imported: boolean) => string | undefined): string {
  let out = ''
  let position = 0
  for (const { url, start, end, token, imported } of cssUrls(css)) {
    const mapped = map(url, imported)
    if (mapped === undefined) continue
    out += css.slice(position, start) + (token ? `url(${cssString(mapped)})` : cssString(mapped))
    position = end
  }
  return out + css.slice(position)
}

/** A `srcset` with its URLs replaced where `map` gives another. */
function mapSrcset(srcset: string, map: (url: string) => string | undefined): string {
  let out = ''
  let from = 0
  for (const { url, start } of srcsetCandidates(srcset)) {
    out += srcset.slice(from, start) + (map(url) ?? url)
    from = start + url.length
  }
  return out + srcset.slice(from)
}

const cssString = (text: string) => `"${text.replace(/["\\\n]/g, (each) => `\\${each.charCodeAt(0).toString(16)} `)}"`
