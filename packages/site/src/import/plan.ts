import type { View } from '@atelier/documents'
import { parseCss } from '../css/parse.ts'
import { HOME_SLUG, pages } from '../document/pages.ts'
import { NOT_FOUND_SLUG } from '../document/paths.ts'
import type { Redirect } from '../publish/redirects.ts'
import { type ProposedFrame, proposedFrames } from '../target/frames.ts'
import { frameWidths } from '../target/widths.ts'
import { type SharedChrome, sharedChrome } from './chrome.ts'
import { type ConflictChoice, conflictsOf, type ImportConflict, type SameMedia, slugOfPath } from './conflicts.ts'
import type { LeftOut } from './files.ts'
import { importLimits } from './limits.ts'
import type { PreparedImport } from './prepare.ts'
import { type ImportedProperty, importedProperties } from './tokens.ts'

/** The user's choices before an import. */
export interface ImportChoices {
  /** For every conflict that `items` does not name; without it each gets its `usual` resolution. */
  conflicts?: ConflictChoice
  /** By the path of the imported file, or the custom property; `skip` leaves it out, or agrees to go without it. */
  items?: Readonly<Record<string, ConflictChoice | 'skip'>>
  /** The pages of an untouched starter are removed, unless this is false. */
  replaceStarter?: boolean
  /** Makes the shared header and footer a template. */
  template?: boolean
  /** Adds the frames at the bounds of the imported media queries. */
  frames?: boolean
  /** Imports files that nothing refers to; without it only if they are few. */
  unused?: boolean
}

/** A preview of an import. Plain JSON. */
export interface ImportPlan {
  root: string
  /** The page that becomes home if neither the import nor the site has an `index.html`. */
  home?: { path: string; title: string }
  pages: { path: string; slug: string; title: string }[]
  stylesheets: { path: string; bytes: number; rules: number }[]
  media: { files: number; bytes: number; unused: number; takesUnused: boolean }
  scripts: { path: string; pages: string[] }[]
  redirects: Redirect[]
  /** Custom properties that become design tokens. */
  tokens: ImportedProperty[]
  conflicts: ImportConflict[]
  /** Header, navigation or footer that several pages share. */
  chrome: SharedChrome[]
  /** The frames at the bounds of its media queries, which the site gets if `frames` is true. */
  frames: ProposedFrame[]
  /** The pages of an untouched starter, which go unless `replaceStarter` is false. */
  removed: { id: string; title: string }[]
  leftOut: LeftOut[]
  refused: { path: string; what: string; where: string; why: string }[]
  missing: { path: string; url: string }[]
  external: { path: string; url: string }[]
  warnings: { path: string; message: string }[]
}

/**
 * Returns the effects that an import would have on a site.
 * @param starter the pages made by an untouched starter (`untouchedStarter`)
 */
export function planImport(
  prepared: PreparedImport,
  site: View,
  starter: ReadonlySet<string>,
  choices: ImportChoices = {},
  same?: SameMedia,
): ImportPlan {
  const { root, leftOut, refused, missing, external, warnings } = prepared
  const goes = (id: string) => choices.replaceStarter !== false && starter.has(id)
  const staying = pages(site).filter(({ id }) => !goes(id))
  const home = staying.some(({ kind }) => kind === 'page') ? undefined : standInHome(prepared.pages)
  return {
    root,
    ...(home ? { home: { path: home.path, title: home.title } } : {}),
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
    redirects: prepared.redirects,
    tokens: importedProperties(prepared).filter(({ kind }) => kind !== 'other'),
    conflicts: conflictsOf(prepared, site, starter, same),
    chrome: sharedChrome(prepared.pages),
    frames: framesOf(prepared, site),
    removed: pages(site).flatMap(({ id, title }) => (goes(id) ? [{ id, title }] : [])),
    leftOut,
    refused,
    missing,
    external,
    warnings,
  }
}

/** The files in use that an import leaves out, and that `items` does not skip by name. While there are any, nothing is written. */
export function unanswered({ leftOut }: Pick<PreparedImport, 'leftOut'>, { items = {} }: ImportChoices): LeftOut[] {
  return leftOut.filter(({ path, asks }) => asks && items[path] !== 'skip')
}

/** The frames that an import proposes for a site. */
export function framesOf({ sheets }: PreparedImport, site: View): ProposedFrame[] {
  return proposedFrames(
    sheets.map(({ css }) => parseCss(css).items),
    frameWidths(site),
  )
}

/** The page of an import that becomes the home page if none is called `index.html`: one of the topmost pages. */
export function standInHome<Page extends { path: string }>(all: readonly Page[]): Page | undefined {
  if (all.some(({ path }) => slugOfPath(path) === HOME_SLUG)) return undefined
  const candidates = all.filter(({ path }) => slugOfPath(path) !== NOT_FOUND_SLUG)
  const depth = ({ path }: Page) => path.split('/').length
  const rank = ({ path }: Page) => {
    const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
    const stem = name.slice(0, Math.max(name.lastIndexOf('.'), 0))
    const place = HOME_NAMES.indexOf(stem)
    return place < 0 ? HOME_NAMES.length : place
  }
  return candidates.sort((a, b) => depth(a) - depth(b) || rank(a) - rank(b) || (a.path < b.path ? -1 : 1))[0]
}

const HOME_NAMES = ['index', 'home', 'default', 'start', 'main', 'welcome']

export function takesUnused({ unused }: PreparedImport, choices: ImportChoices): boolean {
  return choices.unused ?? unused.length <= importLimits.unused
}
