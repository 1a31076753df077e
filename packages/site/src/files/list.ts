import type { View } from '@atelier/documents'
import { type CodeAsset, codeAssets } from '../code/assets.ts'
import type { SiteContext } from '../context/context.ts'
import { components, documents, type PageEntry, pages, slugify } from '../document/pages.ts'
import { slugOf } from '../document/paths.ts'
import { isOutlet } from '../document/special.ts'
import { type PageNode, type PageTree, readTree } from '../document/tree.ts'
import { type SheetEntry, sheetEntries } from '../sheet/records.ts'
import { PARTS_FOLDER, STYLES_FILE, spellings } from './names.ts'

/** The elements of a template that are files of their own, by name. */
export const PART_TAGS = ['header', 'nav', 'footer'] as const

/** An element of the template of all pages that is a file of its own. */
export interface SharedPart {
  name: string
  template: PageEntry
  node: PageNode
  /** Whether the page's own content comes after it. */
  isBefore: boolean
}

/** A file of the site, with what it is a view of. */
export type SiteFile = { name: string } & (
  | { kind: 'page' | 'component'; entry: PageEntry }
  | { kind: 'part'; part: SharedPart }
  | { kind: 'styles' }
  | { kind: 'sheet'; sheet: SheetEntry }
  | { kind: 'code'; asset: CodeAsset }
)

/** The name of a page's file: its slug with `.html`. */
export function pageFileName(entry: PageEntry): string {
  const slug = slugOf(entry)
  return /\.html?$/i.test(slug) ? slug : `${slug}.html`
}

/** The slug of the page that a file name means. */
export function slugOfFile(name: string): string {
  return name.replace(/\.html?$/i, '')
}

/** The files of a site: pages, then shared parts and components, then styles and code, each by their own order. */
export async function listFiles(context: SiteContext): Promise<SiteFile[]> {
  const { site } = context
  const files: SiteFile[] = []
  for (const entry of pages(site)) {
    if (entry.kind === 'page') files.push({ name: pageFileName(entry), kind: 'page', entry })
  }
  const named = componentNames(site)
  for (const part of await sharedParts(context)) {
    const name = `${PARTS_FOLDER}${part.name}.html`
    if (!named.has(part.name)) files.push({ name, kind: 'part', part })
  }
  for (const [name, entry] of named) files.push({ name: `${PARTS_FOLDER}${name}.html`, kind: 'component', entry })
  files.push({ name: STYLES_FILE, kind: 'styles' })
  for (const sheet of sheetEntries(site)) {
    if (sheet.path !== undefined) files.push({ name: sheet.path, kind: 'sheet', sheet })
  }
  for (const asset of codeAssets(site)) files.push({ name: asset.path, kind: 'code', asset })
  return files
}

/**
 * The file of a name; case counts only if two files differ only in case. A page is found by another spelling of its name
 * too, if only one has it: `über-uns.html` is `ueber-uns.html`.
 */
export function fileNamed(files: readonly SiteFile[], name: string): SiteFile | undefined {
  const lower = name.toLowerCase()
  const found = files.find((file) => file.name === name) ?? files.find((file) => file.name.toLowerCase() === lower)
  const isPageName = /^[^/.].*\.html?$/s.test(lower) && !lower.includes('..') && !lower.startsWith(PARTS_FOLDER)
  if (found || !isPageName) return found
  const wanted = spellings(name)
  const alike = files.filter(
    (file) => file.kind === 'page' && spellings(file.name).some((each) => wanted.includes(each)),
  )
  return alike.length === 1 ? alike[0] : undefined
}

/** The components by the names of their files: the slug of the title, with a number where two have one. */
export function componentNames(site: View): Map<string, PageEntry> {
  const named = new Map<string, PageEntry>()
  for (const entry of components(site)) {
    const slug = slugify(entry.title)
    let name = slug
    for (let number = 2; named.has(name); number += 1) name = `${slug}-${number}`
    named.set(name, entry)
  }
  return named
}

/** The template of all pages; undefined if there is none. */
export function sharedTemplate(site: View): PageEntry | undefined {
  let found: PageEntry | undefined
  for (const entry of documents(site)) {
    const { template } = entry
    if (template?.target.kind !== 'everywhere') continue
    if (template.priority > (found?.template?.priority ?? Number.NEGATIVE_INFINITY)) found = entry
  }
  return found
}

/** The shared parts of all pages, in document order. */
export async function sharedParts({ site, drafts }: SiteContext): Promise<SharedPart[]> {
  const template = sharedTemplate(site)
  const view = template && (await drafts.open(template.id))
  return template && view ? partsIn(template, readTree(view)) : []
}

/** The first of each kind, the outermost: a `nav` inside the `header` is part of that. */
function partsIn(template: PageEntry, tree: PageTree): SharedPart[] {
  const parts: SharedPart[] = []
  const taken = new Set<string>()
  let isBefore = true
  const stack = [...tree.children(tree.root)].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isOutlet(node)) isBefore = false
    const name = PART_TAGS.find((tag) => node.ns === undefined && node.tag === tag)
    if (name !== undefined && !taken.has(name)) {
      taken.add(name)
      parts.push({ name, template, node, isBefore })
    } else stack.push(...tree.children(node.id).toReversed())
  }
  return parts
}
