import type { View } from '@atelier/documents'
import { printCss } from '../css/printCss.ts'
import { isRecord } from '../document/node.ts'
import { cssSources, type SheetHosts } from './csp.ts'
import { digest } from './digest.ts'
import { CSS, type TextFile } from './files.ts'
import { isSafePath } from './paths.ts'

/** A stylesheet beside the site's own, at a path as it was authored. */
export interface Sheet {
  id: string
  path: string
}

/** The stylesheets of a release. */
export interface Styles {
  files: TextFile[]
  /** The site's stylesheet for every page, from the root on; none where it is empty. */
  shared: string[]
  /** From the authored path of a sheet to the path at which it is published. */
  paths: ReadonlyMap<string, string>
  hosts: SheetHosts
}

/** The sheets that stand beside the site's own. */
export function sheets(site: View): Sheet[] {
  const found: Sheet[] = []
  for (const key of site.keys('sheet:')) {
    const value = site.get(key)
    if (key.includes('/') || !isRecord(value) || site.get(`${key}/deleted`) === true) continue
    const path = site.get(`${key}/path`) ?? value.path
    if (typeof path === 'string' && isSafePath(path)) found.push({ id: key.slice('sheet:'.length), path })
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * The stylesheets that all pages share. Each lies where it was authored, so that what is relative in it stays true, and
 * is named by its content.
 * @param before what stands in front of the site's own CSS
 */
export async function siteStyles(site: View, before: string): Promise<Styles> {
  const own = printCss(site)
  const main = before === '' ? own : own === '' ? before : `${before}\n${own}`
  const files: TextFile[] = []
  const paths = new Map<string, string>()
  const hosts = { assets: new Set<string>(), styles: new Set<string>() }
  const note = (css: string) => {
    const found = cssSources(css)
    for (const source of found.assets) hosts.assets.add(source)
    for (const source of found.styles) hosts.styles.add(source)
  }
  const shared: string[] = []
  if (main !== '') {
    const file = await sheetFile('site.css', main)
    files.push(file)
    shared.push(`/${file.path}`)
    note(main)
  }
  for (const { id, path } of sheets(site)) {
    const text = printCss(site, { sheet: id })
    const file = await sheetFile(path, text)
    files.push(file)
    paths.set(path, file.path)
    note(text)
  }
  return { files, shared, paths, hosts }
}

/** The stylesheet that one page alone needs; undefined where it has none. */
export async function pageStyles(site: View, pageId: string, name: string): Promise<TextFile | undefined> {
  const css = printCss(site, { sheet: pageId })
  // At the root, since relative URLs in a stylesheet count from where it lies.
  return css === '' ? undefined : sheetFile(`${name}.css`, css)
}

async function sheetFile(path: string, text: string): Promise<TextFile> {
  const hash = await digest(text, 10)
  const dot = path.lastIndexOf('.')
  const named = dot > path.lastIndexOf('/') ? `${path.slice(0, dot)}-${hash}${path.slice(dot)}` : `${path}-${hash}.css`
  return { path: named, text, contentType: CSS }
}
