import type { View } from '@atelier/documents'
import { codeByPath } from '../code/assets.ts'
import { parseCss } from '../css/parse.ts'
import { readRules, walkRules } from '../css/rules.ts'
import { HOME_SLUG, type PageEntry, pages } from '../document/pages.ts'
import { NOT_FOUND_SLUG, pagePath } from '../document/paths.ts'
import { type MediaEntry, mediaByPath } from '../media/entries.ts'
import { type SheetEntry, sheetByPath } from '../sheet/records.ts'
import { sheetText } from '../sheet/text.ts'
import type { PreparedImport, PreparedSheet } from './prepare.ts'
import { declaringPath, importedProperties, tokensOf } from './tokens.ts'

/**
 * How a conflict between the import and the site is resolved: the site's part stays and the import's is left out,
 * the site's part is removed, or the import's gets a free name and the import's references are renamed.
 */
export type ConflictChoice = 'keep' | 'replace' | 'rename'

export interface ImportConflict {
  kind: 'page' | 'stylesheet' | 'media' | 'script' | 'token' | 'selectors'
  /** The path of the import's part; for a token its custom property. */
  path: string
  message: string
  /** The default resolution. */
  usual: ConflictChoice
  /** The name after a rename. Without it there is nothing to choose. */
  rename?: string
}

/** Whether the site has the same bytes under the path of an imported file. */
export type SameMedia = (entry: MediaEntry, file: { path: string; bytes: Uint8Array }) => boolean

/** The slug of a page at a path: the path itself, `index` for the home page, `404` for the one that is shown for unknown addresses. */
export function slugOfPath(path: string): string {
  if (path === '404.html') return NOT_FOUND_SLUG
  return /^index\.html?$/i.test(path) ? HOME_SLUG : path
}

/** The page of the site that is published at the address of this slug. */
export function pageWithSlug(listed: readonly PageEntry[], slug: string): PageEntry | undefined {
  const pathOf = (each: string) => pagePath({ slug: each }, each === HOME_SLUG)?.toLowerCase()
  const wanted = pathOf(slug)
  return listed.find((each) => each.kind === 'page' && pathOf(each.slug) === wanted)
}

/** The site's stylesheet at the path of an imported one, unless both have the same content. */
function otherSheet(site: View, { path, css }: PreparedSheet): SheetEntry | undefined {
  const other = sheetByPath(site, path)
  return other && sheetText(site, other.id).replace(/^\ufeff/, '') !== css ? other : undefined
}

/**
 * Every conflict between an import and the site, each with the name after a rename.
 * @param starter the pages made by an untouched starter (`untouchedStarter`)
 */
export function conflictsOf(
  prepared: PreparedImport,
  site: View,
  starter: ReadonlySet<string>,
  same: SameMedia = (entry, { bytes }) => entry.bytes === bytes.byteLength,
): ImportConflict[] {
  const conflicts: ImportConflict[] = []
  const listed = pages(site)
  const taken = new Set(
    [prepared.pages, prepared.sheets, prepared.media, prepared.unused, prepared.scripts].flatMap((all) =>
      all.map(({ path }) => path.toLowerCase()),
    ),
  )
  /** `x-2.css`, or the first such name that neither the import nor the site has. */
  const rename = (path: string, isTaken: (path: string) => unknown): string => {
    const dot = path.lastIndexOf('.')
    const [stem, ending] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, '']
    let number = 2
    const free = () => `${stem}-${number}${ending}`
    while (taken.has(free().toLowerCase()) || isTaken(free())) number += 1
    taken.add(free().toLowerCase())
    return free()
  }
  for (const { path } of prepared.pages) {
    const other = pageWithSlug(listed, slugOfPath(path))
    if (!other) continue
    const isStarter = starter.has(other.id)
    const what = isStarter ? 'which is as the starter made it' : 'which stays there unless it is replaced'
    const message = `The site has the page “${other.title}” at this address, ${what}.`
    const free = rename(path, (each) => pageWithSlug(listed, each))
    conflicts.push({ kind: 'page', path, message, usual: isStarter ? 'replace' : 'rename', rename: free })
  }
  const note = (kind: ImportConflict['kind'], path: string, what: string, isTaken: (path: string) => unknown) => {
    const message = `The site has another ${what} at this path.`
    conflicts.push({ kind, path, message, usual: 'rename', rename: rename(path, isTaken) })
  }
  for (const sheet of prepared.sheets) {
    if (otherSheet(site, sheet)) note('stylesheet', sheet.path, 'stylesheet', (each) => sheetByPath(site, each))
  }
  for (const file of [...prepared.media, ...prepared.unused]) {
    const other = mediaByPath(site, file.path)
    if (other && !same(other, file)) note('media', file.path, 'file', (each) => mediaByPath(site, each))
  }
  for (const { path, content } of prepared.scripts) {
    const other = codeByPath(site, path)
    if (other && other.content !== content) note('script', path, 'script', (each) => codeByPath(site, each))
  }
  conflicts.push(...tokenConflicts(prepared, site))
  if (starter.size === 0) conflicts.push(...selectorConflicts(prepared, site))
  return conflicts
}

/** Custom properties that the import declares on its root, and the site's design tokens have too. */
function tokenConflicts(prepared: PreparedImport, site: View): ImportConflict[] {
  const taken = new Set(tokensOf(site))
  if (taken.size === 0) return []
  const known = new Set(
    prepared.sheets.flatMap((sheet) => (sheetByPath(site, sheet.path) && !otherSheet(site, sheet) ? [sheet.path] : [])),
  )
  const all = importedProperties(prepared)
  const names = new Set([...taken, ...all.map(({ name }) => name)])
  return all.flatMap(({ name, path }) => {
    // A declared token is resolved together with its stylesheet.
    if (!taken.has(name) || known.has(path) || declaringPath(site, name) === path) return []
    let number = 2
    while (names.has(`${name}-${number}`)) number += 1
    const free = `${name}-${number}`
    names.add(free)
    const message = `The site has a design token of this name, which ${path} declares too.`
    return [{ kind: 'token', path: name, message, usual: 'rename', rename: free } satisfies ImportConflict]
  })
}

/** Selectors of the imported stylesheets that the site's own, which comes last on every page, has as well. */
function selectorConflicts({ sheets }: PreparedImport, site: View): ImportConflict[] {
  const own = new Set<string>()
  for (const [rule] of walkRules(readRules(site))) if (rule.kind === 'style') own.add(rule.selector)
  if (own.size === 0) return []
  return sheets.flatMap(({ path, css }) => {
    const both = new Set<string>()
    for (const item of parseCss(css).items) {
      const selector = item.kind === 'style' ? item.prelude.trim().replace(/\s+/g, ' ') : ''
      if (own.has(selector)) both.add(selector)
    }
    if (both.size === 0) return []
    const some = [...both].slice(0, 10).join(', ')
    const message = `The site’s own stylesheet, which comes behind it, has ${both.size === 1 ? 'one of its selectors' : `${both.size} of its selectors`} too: ${some}.`
    return [{ kind: 'selectors', path, message, usual: 'keep' } satisfies ImportConflict]
  })
}
