import { nearestName } from '@atelier/operation'
import { type PageEntry, settings } from '../document/pages.ts'
import type { TokenSource } from '../document/tokenText.ts'
import { mediaSource } from '../loop/media.ts'
import { entryPageFields, pageFields, pagesSource, pageUrl } from '../loop/pages.ts'
import type { LoopEntry } from '../loop/source.ts'
import { type Composition, momentOf } from './composition.ts'
import { numberedUrl } from './pagination.ts'
import type { Scope, ShownEntry, Turn } from './pieces.ts'

/** The site fields of tokens, with the settings that hold them. */
const SITE_FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  title: 'metaTitle',
  description: 'metaDescription',
  language: 'language',
}
/** The address fields of tokens. */
const ROUTE_FIELDS = ['path', 'slug', 'page', 'pages', 'previous', 'next'] as const
/** The position of an entry in its loop, from 1: every source has it. */
export const TURN_FIELDS = ['index'] as const

export interface Lookups {
  /** The value of a token in a scope; undefined if the source does not exist there. Empty, and reported, for an unknown field. */
  value(source: TokenSource, name: string, scope: Scope, report: (message: string) => void): string | undefined
  mediaUrl(id: string): string | undefined
  /** A long text of an entry as HTML, not cleaned; undefined if the token is not one of a long text. */
  html(source: TokenSource, name: string, scope: Scope): string | undefined
  isRich(source: TokenSource, name: string, scope: Scope): boolean
}

export function createLookup({
  entry,
  composition,
  shows,
  page,
  pageCount,
}: {
  entry: PageEntry
  composition: Composition
  shows?: ShownEntry | undefined
  page: number
  pageCount: () => number
}): Lookups {
  const { site } = composition
  const isHome = entry.id === momentOf(composition).homeId
  let ownFields: LoopEntry | undefined
  let siteFields: Record<string, unknown> | undefined
  let media: ReadonlyMap<string, string> | undefined

  function pageValue(name: string): string | undefined {
    ownFields ??= shows ? entryPageFields(shows) : pageFields(site, entry, isHome)
    const value = ownFields[name]
    if (value !== undefined) return String(value)
    return pagesSource.fields.some((field) => field.name === name) ? '' : undefined
  }

  function siteValue(name: string): string | undefined {
    const setting = Object.hasOwn(SITE_FIELDS, name) ? SITE_FIELDS[name] : undefined
    if (setting === undefined) return undefined
    composition.note?.('settings')
    siteFields ??= settings(site)
    const value = siteFields[setting]
    return typeof value === 'string' ? value : ''
  }

  function routeValue(name: string): string | undefined {
    const url = pageUrl(entry, isHome)
    switch (name) {
      case 'path':
        return numberedUrl(url, page)
      case 'slug':
        return entry.slug
      case 'page':
        return String(page)
      case 'pages':
        return String(pageCount())
      case 'previous':
        return page > 1 ? numberedUrl(url, page - 1) : ''
      case 'next':
        return page < pageCount() ? numberedUrl(url, page + 1) : ''
      default:
        return undefined
    }
  }

  function fieldsOf(source: TokenSource, scope: Scope): readonly string[] {
    const turn = turnOf(source, scope)
    if (turn) return [...turn.source.fields.map((field) => field.name), ...TURN_FIELDS]
    switch (source) {
      case 'page':
        return pagesSource.fields.map((field) => field.name)
      case 'site':
        return Object.keys(SITE_FIELDS)
      case 'route':
        return ROUTE_FIELDS
      default:
        return [...(scope.params?.keys() ?? [])]
    }
  }

  function find(source: TokenSource, name: string, scope: Scope): string | undefined {
    switch (source) {
      case 'currentEntry':
        return turnValue(scope.turns[0], name)
      case 'parentEntry':
        return turnValue(scope.turns[1], name)
      case 'page':
        return pageValue(name)
      case 'site':
        return siteValue(name)
      case 'route':
        return routeValue(name)
      case 'params':
        return scope.params?.get(name)
    }
  }

  return {
    value(source, name, scope, report) {
      if (!stands(source, scope)) return undefined
      const value = find(source, name, scope)
      if (value !== undefined) return value
      const known = fieldsOf(source, scope)
      report(missingField(source, name, known))
      return ''
    },
    html(source, name, scope) {
      const turn = turnOf(source, scope)
      return turn?.source.html?.(turn.entry, name)
    },
    isRich: (source, name, scope) =>
      turnOf(source, scope)?.source.fields.some((field) => field.name === name && field.kind === 'rich') ?? false,
    mediaUrl(id) {
      composition.note?.('media')
      media ??= new Map(mediaSource.entries(site).map((each) => [String(each.id), String(each.url)]))
      return media.get(id)
    },
  }
}

/** Reports that a source lacks a field, with the fields that it has. */
export function missingField(source: TokenSource, name: string, known: readonly string[]): string {
  const near = nearestName(name, known)
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  const all = known.length > 0 ? ` There are ${known.join(', ')}.` : ''
  return `{${source}.${name}} is empty: there is no such field.${meant}${all}`
}

/** Whether a source exists in a scope: those of the page and the site always do. */
function stands(source: TokenSource, scope: Scope): boolean {
  if (source === 'currentEntry') return scope.turns.length > 0
  if (source === 'parentEntry') return scope.turns.length > 1
  return source !== 'params' || scope.params !== undefined
}

/** The entry of a loop, or of the page, that a source means. */
export function turnOf(source: TokenSource, { turns }: Pick<Scope, 'turns'>): Turn | undefined {
  return source === 'currentEntry' ? turns[0] : source === 'parentEntry' ? turns[1] : undefined
}

/** The value of a field of an entry; undefined if there is no such field. */
export function turnValue(turn: Turn | undefined, name: string): string | undefined {
  if (!turn) return undefined
  if (name === 'index') return String(turn.index)
  const field = turn.source.fields.find((each) => each.name === name)
  const value = Object.hasOwn(turn.entry, name) ? turn.entry[name] : turn.source.value?.(turn.entry, name)
  if (value === undefined) return field ? '' : undefined
  return field?.kind === 'date' && typeof value === 'number' ? isoDay(value) : String(value)
}

/** `2026-03-09`, in UTC; empty if it is not a time. */
function isoDay(milliseconds: number): string {
  return Number.isFinite(new Date(milliseconds).getTime()) ? new Date(milliseconds).toISOString().slice(0, 10) : ''
}
