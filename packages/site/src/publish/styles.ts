import type { View } from '@atelier/documents'
import { printCss } from '../css/printCss.ts'
import { readRules } from '../css/rules.ts'
import { digest } from '../document/digest.ts'
import { isSafePath, withoutHash } from '../document/paths.ts'
import { importsOf } from '../sheet/cascade.ts'
import { resolvePath } from '../sheet/path.ts'
import { sheetEntries } from '../sheet/records.ts'
import { sheetText } from '../sheet/text.ts'
import { cssSources, type SheetHosts } from './csp.ts'
import { CSS, type TextFile } from './files.ts'

/** The stylesheets of a release. */
export interface Styles {
  files: TextFile[]
  /** The root-relative URL of the site's stylesheet for every page; an empty list if it has no CSS. */
  shared: string[]
  /** From the id of a stylesheet beside the site's own to the path at which it is published. */
  paths: ReadonlyMap<string, string>
  /** The hash of the texts of stylesheets inside pages. */
  inline: string
  hosts: SheetHosts
}

/**
 * The stylesheets that all pages share. Each keeps its authored folder, so its relative URLs stay correct, and
 * is named by its content.
 * @param before the CSS before the site's own
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
  const imported = importedPaths(site)
  let inline = ''
  for (const { id, path } of sheetEntries(site)) {
    const text = sheetText(site, id)
    note(text)
    if (path === undefined) inline += `${id} ${text}\n`
    if (path === undefined || !isSafePath(path)) continue
    const file = await sheetFile(path, text)
    files.push(file)
    paths.set(id, file.path)
    // A stylesheet that others import keeps the name in their imports.
    if (imported.has(path)) files.push({ path, text, contentType: CSS })
  }
  return { files, shared, paths, inline: inline === '' ? '' : await digest(inline, 40), hosts }
}

/** The paths that stylesheets of the site import. */
function importedPaths(site: View): ReadonlySet<string> {
  const paths = new Set<string>()
  for (const { id, path, base } of sheetEntries(site)) {
    for (const { url } of importsOf(readRules(site, id))) paths.add(resolvePath(path ?? base ?? '', url) ?? '')
  }
  return paths
}

/** The stylesheet of only one page; undefined if it has none. */
export async function pageStyles(site: View, pageId: string, name: string): Promise<TextFile | undefined> {
  const css = printCss(site, { sheet: pageId })
  // At the root, since relative URLs in a stylesheet are relative to its address.
  return css === '' ? undefined : sheetFile(`${name}.css`, css)
}

async function sheetFile(path: string, text: string): Promise<TextFile> {
  const hash = await digest(text, 10)
  // A stylesheet that was published before its import already has a hash in its name, of its former content.
  const bare = withoutHash(path)
  const dot = bare.lastIndexOf('.')
  const named = dot > bare.lastIndexOf('/') ? `${bare.slice(0, dot)}-${hash}${bare.slice(dot)}` : `${bare}-${hash}.css`
  return { path: named, text, contentType: CSS }
}
