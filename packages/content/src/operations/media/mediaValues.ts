import type { Json } from '@atelier/documents'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { readEntry } from '../../entry/entryDocument.ts'
import type { Model } from '../../model/definition.ts'
import { isList, isRecord, recordOf } from '../../model/json.ts'

/** The file that takes the place of another one in values. */
export interface MediaChange {
  /** The path in the library, such as `media/bread-0123456789.jpg`. */
  from: string
  to: string
  /** The alt text that replaces the old picture's; empty for none. */
  alt: string
}

/** One value that names a file. */
export interface MediaPlace {
  model: Model
  stored: StoredEntry
  locale: string
  field: string
  value: Json
}

const PICTURE = /!\[([^[\]\n]*)\]\(([^()\s]+)/g
const IMG = /<img\b[^<>]*>/gi
const ALT = /(\salt=)(?:"[^"]*"|'[^']*')/i
const PART = /[^\s"'()<>[\]]+/g

/** A value that names another file in place of one, also deep inside of it; the same value if it does not name that one. */
export function mapMedia(value: Json, change: MediaChange): Json {
  if (typeof value === 'string') return mapText(value, change)
  if (isList(value)) {
    const next = value.map((each) => mapMedia(each, change))
    return next.some((each, index) => each !== value[index]) ? next : value
  }
  if (!isRecord(value)) return value
  const members = Object.entries(value).map(([name, each]): [string, Json] => [name, mapMedia(each, change)])
  return members.some(([name, each]) => each !== value[name]) ? recordOf(members) : value
}

function mapText(text: string, change: MediaChange): string {
  if (libraryPath(text) === change.from) return `${text.startsWith('/') ? '/' : ''}${change.to}`
  if (!mayName(text, change.from)) return text
  const described = text
    .replace(PICTURE, (whole, alt: string, url: string) =>
      libraryPath(url) === change.from && alt !== '' ? `![${change.alt.replace(/[[\]\n]/g, ' ')}](${url}` : whole,
    )
    .replace(IMG, (tag) => (namesFile(tag, change.from) ? withAlt(tag, change.alt) : tag))
  return described.replace(PART, (part) => (libraryPath(part) === change.from ? movedPart(part, change.to) : part))
}

/** An empty alternative text says that a picture is decoration, which the new one is as well. */
function withAlt(tag: string, alt: string): string {
  const quoted = alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return tag.replace(ALT, (whole, name: string) => (/=(?:""|'')$/.test(whole) ? whole : `${name}"${quoted}"`))
}

const namesFile = (text: string, path: string) => (text.match(PART) ?? []).some((part) => libraryPath(part) === path)

/** Whether a text may name a file, as it is or with its signs written as `%` and digits. */
const mayName = (text: string, path: string) => text.includes(path) || (text.includes('%') && text.includes('/'))

function movedPart(part: string, to: string): string {
  const at = part.search(/[?#]/)
  return `${part.startsWith('/') ? '/' : ''}${encodeURI(to)}${at < 0 ? '' : part.slice(at)}`
}

function libraryPath(address: string): string {
  const bare = address.split(/[?#]/, 1)[0] ?? ''
  const path = bare.startsWith('/') ? bare.slice(1) : bare
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The most entries whose live state is read because their model does not accept it. */
const MOST_LIVE = 500

/** The values of a project's entries that name a file, as far as the caller may see them. A step is one entry. */
export async function* mediaPlaces(
  { reader, drafts, restriction }: ContentContext,
  path: string,
): AsyncGenerator<MediaPlace | undefined> {
  const schema = await reader.schema()
  const sees = visibleTo(restriction)
  const names: MediaChange = { from: path, to: '', alt: '' }
  let live = 0
  for (const model of schema?.models ?? []) {
    if (!sees.model(model.id)) continue
    for (const stored of await reader.entries(model.id)) {
      const isSettled = stored.settled !== undefined && stored.issues.length === 0
      const view = isSettled || live++ >= MOST_LIVE ? undefined : await drafts.open(stored.documentId)
      const locales = view ? readEntry(view, model).locales : (stored.settled?.locales ?? {})
      for (const [locale, own] of Object.entries(locales)) {
        if (!sees.locale(locale) || ('standIn' in own && own.standIn === true)) continue
        for (const [field, value] of Object.entries(own.values))
          if (mapMedia(value, names) !== value) yield { model, stored, locale, field, value }
      }
      yield undefined
    }
  }
}
