import type { View } from '@atelier/documents'
import { codeByPath } from '../code/assets.ts'
import { parseCss } from '../css/parse.ts'
import { readRules, walkRules } from '../css/rules.ts'
import { HOME_SLUG, type PageEntry, pages } from '../document/pages.ts'
import { mediaByPath } from '../media/entries.ts'
import { pagePath } from '../publish/paths.ts'
import { sheetByPath } from '../sheet/records.ts'
import { sheetText } from '../sheet/text.ts'
import { type SharedChrome, sharedChrome } from './chrome.ts'
import { importLimits } from './limits.ts'
import type { PreparedImport } from './prepare.ts'

/** What is done where something of the import meets something of the site. */
export type ConflictChoice = 'replace' | 'keep'

/** What somebody chooses before an import. */
export interface ImportChoices {
  /** For every conflict that `items` does not name; without it what is there stays. */
  conflicts?: ConflictChoice
  /** By the path of what comes; `skip` leaves it out. */
  items?: Readonly<Record<string, ConflictChoice | 'skip'>>
  /** What an untouched starter put there goes, unless this is false. */
  replaceStarter?: boolean
  /** Takes the shared header and footer as a template. */
  template?: boolean
  /** Takes files that nothing names; without it only where they are few. */
  unused?: boolean
}

export interface ImportConflict {
  kind: 'page' | 'stylesheet' | 'media' | 'script' | 'selectors'
  /** Of what comes. */
  path: string
  message: string
  /** What is done without a choice. */
  usual: ConflictChoice
}

/** What an import would do, before anything is done. Plain JSON. */
export interface ImportPlan {
  root: string
  pages: { path: string; slug: string; title: string }[]
  stylesheets: { path: string; bytes: number; rules: number }[]
  media: { files: number; bytes: number; unused: number; takesUnused: boolean }
  scripts: { path: string; pages: string[] }[]
  conflicts: ImportConflict[]
  /** Header, navigation or footer that several pages share. */
  chrome: SharedChrome[]
  leftOut: { path: string; why: string }[]
  refused: { path: string; what: string; where: string; why: string }[]
  missing: { path: string; url: string }[]
  external: { path: string; url: string }[]
  warnings: { path: string; message: string }[]
}

/** The slug of a page that lies at a path: the path itself, and `index` for the home page. */
export const slugOfPath = (path: string): string => (/^index\.html?$/i.test(path) ? HOME_SLUG : path)

/**
 * What an import would do to a site.
 * @param starter the pages that an untouched starter put there (`untouchedStarter`)
 */
export function planImport(
  prepared: PreparedImport,
  site: View,
  starter: ReadonlySet<string>,
  choices: ImportChoices = {},
): ImportPlan {
  const { root, leftOut, refused, missing, external, warnings } = prepared
  return {
    root,
    pages: prepared.pages.map(({ path, title }) => ({ path, slug: slugOfPath(path), title })),
    stylesheets: prepared.sheets.map(({ path, css }) => ({
      path,
      bytes: css.length,
      rules: parseCss(css).items.filter(({ kind }) => kind === 'style' || kind === 'at').length,
    })),
    media: {
      files: prepared.media.length,
      bytes: prepared.media.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
      unused: prepared.unused.length,
      takesUnused: takesUnused(prepared, choices),
    },
    scripts: prepared.scripts.map(({ path, pages: on }) => ({ path, pages: on })),
    conflicts: conflictsOf(prepared, site, starter),
    chrome: sharedChrome(prepared.pages),
    leftOut,
    refused,
    missing,
    external,
    warnings,
  }
}

export function takesUnused({ unused }: PreparedImport, choices: ImportChoices): boolean {
  return choices.unused ?? unused.length <= importLimits.unused
}

/** The page of the site that is published where one with this slug would be. */
export function pageWithSlug(listed: readonly PageEntry[], slug: string): PageEntry | undefined {
  const pathOf = (each: string) => pagePath({ slug: each }, each === HOME_SLUG)?.toLowerCase()
  const wanted = pathOf(slug)
  return listed.find((each) => each.kind === 'page' && pathOf(each.slug) === wanted)
}

function conflictsOf(prepared: PreparedImport, site: View, starter: ReadonlySet<string>): ImportConflict[] {
  const conflicts: ImportConflict[] = []
  const listed = pages(site)
  for (const { path } of prepared.pages) {
    const other = pageWithSlug(listed, slugOfPath(path))
    if (!other) continue
    const isStarter = starter.has(other.id)
    const what = isStarter ? 'which is as the starter made it' : 'which stays under its address unless it is replaced'
    const message = `The site has the page “${other.title}” at this address, ${what}.`
    conflicts.push({ kind: 'page', path, message, usual: isStarter ? 'replace' : 'keep' })
  }
  for (const { path, css } of prepared.sheets) {
    const other = sheetByPath(site, path)
    if (other && sheetText(site, other.id).replace(/^\ufeff/, '') !== css) {
      conflicts.push({
        kind: 'stylesheet',
        path,
        message: 'The site has another stylesheet at this path.',
        usual: 'keep',
      })
    }
  }
  for (const { path, bytes } of prepared.media) {
    const other = mediaByPath(site, path)
    if (other && other.bytes !== bytes.byteLength) {
      conflicts.push({ kind: 'media', path, message: 'The site has another file at this path.', usual: 'keep' })
    }
  }
  for (const { path, content } of prepared.scripts) {
    const other = codeByPath(site, path)
    if (other && other.content !== content) {
      conflicts.push({ kind: 'script', path, message: 'The site has another script at this path.', usual: 'keep' })
    }
  }
  if (starter.size === 0) conflicts.push(...selectorConflicts(prepared, site))
  return conflicts
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
    const message = `${both.size} of its selectors stand in the site’s own stylesheet too, which comes behind it: ${some}.`
    return [{ kind: 'selectors', path, message, usual: 'keep' } satisfies ImportConflict]
  })
}
