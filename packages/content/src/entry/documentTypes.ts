import type { ChangeLine, DocumentType, Json, UndoGuard, View } from '@atelier/documents'
import { NO_LOCALE } from '../model/definition.ts'
import { isRecord } from '../model/json.ts'
import { localePattern } from '../model/names.ts'
import { entryIdentity, heldLocaleOf, isStatus } from './entryDocument.ts'
import { decodeName } from './keys.ts'

const CHANGED = 'Another user has changed it since.'
const ADDED = 'Another user has added a field to it since.'
const ERASED = 'It was deleted for good.'
const BELONGS = 'It belongs to something that another user has changed since.'

/** The models, settings and terms of a project. */
export const contentType: DocumentType = {
  kind: 'content',
  version: 1,
  // A model changes what others wrote, so that a tab asks the server for it.
  accepts: () => 'Models and settings are changed by operations.',
  undoGuard: keepModel,
  describe: ({ patches, before, after }) => ({
    title: 'Content models',
    lines: patches.flatMap(({ key }) => contentLine(key, before, after) ?? []),
  }),
}

/** One entry of a model, in all its locales. */
export const entryType: DocumentType = {
  kind: 'entry',
  version: 1,
  accepts: checkEntryValue,
  undoGuard: keepEntry,
  // Undoing an edit brings back no wait for further typing.
  staysOnUndo: (key) => heldLocaleOf(key) !== undefined,
  hidden: { key: 'deleted', value: true },
  describe: ({ patches, before, after }) => ({
    title: `${titleGuess(after) ?? titleGuess(before) ?? 'Entry'}`,
    lines: patches.flatMap(({ key }) => entryLine(key, before, after) ?? []),
  }),
}

/** The parts of the models that each undo keeps; weak, so that nothing outlives its undo. */
const keptModels = new WeakMap<ReadonlySet<string>, Set<string>>()

/** Keeps a model or a field that the change set made and that another user has worked on since. */
function keepModel(...[view, { key, before }, ownKeys]: Parameters<UndoGuard>): string | undefined {
  if (before !== undefined) return undefined
  const others = (prefix: string) => {
    for (const each of view.keys(prefix)) if (!ownKeys.has(each) && !each.endsWith('/deleted')) return true
    return false
  }
  if (key.startsWith('field:')) {
    const model = key.slice('field:'.length, key.indexOf('/'))
    if (keptModels.get(ownKeys)?.has(model)) return BELONGS
    return key.split('/').length === 2 && others(`${key}/`) ? CHANGED : undefined
  }
  if (!key.startsWith('model:') || key.includes('/')) return undefined
  const model = key.slice('model:'.length)
  const reason = others(`${key}/`) ? CHANGED : others(`field:${model}/`) ? ADDED : undefined
  if (reason !== undefined) keptModels.set(ownKeys, (keptModels.get(ownKeys) ?? new Set()).add(model))
  return reason
}

/** Keeps an entry that the change set made and that another user has written in since, with all that it was made of. */
function keepEntry(...[view, { key, before }, ownKeys, context]: Parameters<UndoGuard>): string | undefined {
  if (view.get('erased') === true) return ERASED
  if (before !== undefined) return undefined
  if (key !== 'entry') return context?.created && !ownKeys.has('entry') ? BELONGS : undefined
  for (const each of view.keys()) if (!ownKeys.has(each) && each !== 'deleted') return CHANGED
  return undefined
}

const MAX_KEY = 300
const PARAGRAPH = /^[0-9A-Za-z]{1,200}\.[0-9a-z]{1,12}$/

/** Returns what is wrong with a value of a field or of a locale's meta; undefined if nothing is. */
export function checkEntryValue(key: string, value: Json | undefined): string | undefined {
  const found = /[/:]/.exec(key)
  if (!found) return 'An entry is made, renamed and deleted by operations.'
  const locale = key.slice(0, found.index)
  const name = key.slice(found.index + 1)
  if (locale !== NO_LOCALE && !localePattern.test(locale)) return `“${locale.slice(0, 40)}” is no locale.`
  if (name === '' || name.length > MAX_KEY) return 'A field has a name.'
  if (found[0] === ':') return refuseMeta(name, value)
  const hash = name.indexOf('#')
  if (hash < 0) return undefined
  if (typeof value !== 'string') return 'A paragraph is a text.'
  return PARAGRAPH.test(name.slice(hash + 1)) ? undefined : 'A paragraph has an order key.'
}

function refuseMeta(name: string, value: Json | undefined): string | undefined {
  switch (name) {
    case 'status':
      return isStatus(value) ? undefined : 'This is no status.'
    case 'publish_at':
    case 'expire_at':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? undefined : 'This is no time.'
    case 'translated':
      return typeof value === 'string' && /^[0-9a-z.]{0,600}$/.test(value) ? undefined : 'This is no digest.'
    default:
      return 'This is set by operations.'
  }
}

const changeText = (value: Json | undefined): string | undefined =>
  value === undefined || value === null
    ? undefined
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200)

function changeSides(key: string, before: View, after: View): Pick<ChangeLine, 'before' | 'after'> {
  const [from, to] = [changeText(before.get(key)), changeText(after.get(key))]
  return { ...(from === undefined ? {} : { before: from }), ...(to === undefined ? {} : { after: to }) }
}

function changeKind(key: string, before: View, after: View): ChangeLine['kind'] {
  if (!before.has(key)) return 'added'
  return after.has(key) ? 'changed' : 'removed'
}

/** `meta_description` as words. */
const spoken = (name: string) => name.replaceAll('_', ' ')

function entryLine(key: string, before: View, after: View): ChangeLine | undefined {
  const title = () => titleGuess(after) ?? titleGuess(before) ?? 'Entry'
  if (key === 'entry') {
    const kind = changeKind(key, before, after)
    return { kind, what: 'entry', label: title(), part: key }
  }
  if (key === 'deleted') {
    const kind = after.get(key) === true ? 'removed' : 'added'
    return { kind, what: 'entry', label: title(), part: key }
  }
  if (key === 'id') {
    const [from, to] = [entryIdentity(before)?.id, entryIdentity(after)?.id]
    return { kind: 'changed', what: 'id', label: 'id', part: key, before: from ?? '', after: to ?? '' }
  }
  const found = /[/:]/.exec(key)
  if (!found) return undefined
  const locale = key.slice(0, found.index)
  const name = key.slice(found.index + 1)
  const kind = changeKind(key, before, after)
  const inLocale = (text: string) => (locale === NO_LOCALE ? text : `${text} (${locale})`)
  if (found[0] === ':') {
    if (name === 'translated' || name === 'held') return undefined
    // Its digests say nothing to a person.
    if (name === 'published')
      return after.has(key)
        ? { kind, what: 'status', target: key, label: inLocale('published values'), part: key }
        : undefined
    return {
      kind,
      what: 'status',
      target: key,
      label: inLocale(spoken(name)),
      part: key,
      ...changeSides(key, before, after),
    }
  }
  const hash = name.indexOf('#')
  const label = inLocale(spoken(decodeName(hash < 0 ? name : name.slice(0, hash))))
  const what = hash < 0 ? 'field' : 'paragraph'
  return { kind, what, target: key, label, part: key, ...changeSides(key, before, after) }
}

/** The fields whose value is most often the title; the model names that field. */
const titles = ['title', 'name', 'label', 'heading', 'headline', 'question']

/** An entry's title, as far as its own document says. */
function titleGuess(view: View): string | undefined {
  const identity = entryIdentity(view)
  if (!identity) return undefined
  const locales = new Set([...view.keys()].flatMap((key) => (/[/]/.test(key) ? [key.slice(0, key.indexOf('/'))] : [])))
  for (const locale of [NO_LOCALE, 'en', ...locales]) {
    for (const name of titles) {
      const value = view.get(`${locale}/${name}`)
      if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 100)
    }
  }
  return `${identity.model}/${identity.id}`
}

function contentLine(key: string, before: View, after: View): ChangeLine | undefined {
  const [part = '', id = ''] = splitOnce(key, key.startsWith('config/') ? '/' : ':')
  const kind = changeKind(key, before, after)
  const line = (what: string, label: string): ChangeLine => ({
    kind,
    what,
    target: key,
    label,
    part: key,
    ...changeSides(key, before, after),
  })
  const [owner = '', name, more] = id.split('/')
  switch (part) {
    case 'config':
      return line('setting', spoken(id))
    case 'model': {
      const label = modelName(after, owner) ?? modelName(before, owner) ?? owner
      if (name === 'deleted')
        return { kind: after.get(key) === true ? 'removed' : 'added', what: 'model', target: owner, label, part: key }
      if (name === undefined) return { kind, what: 'model', target: owner, label, part: key }
      return line('model', `${label}: ${spoken(name)}`)
    }
    case 'field': {
      const model = modelName(after, owner) ?? modelName(before, owner) ?? owner
      const path = `field:${owner}/${name ?? ''}`
      const label = `${model}: ${spoken(fieldName(after, path) ?? fieldName(before, path) ?? name ?? '')}`
      if (more === 'deleted')
        return { kind: after.get(key) === true ? 'removed' : 'added', what: 'field', target: path, label, part: key }
      if (more === 'name') {
        const [from, to] = [fieldName(before, path) ?? name ?? '', fieldName(after, path) ?? name ?? '']
        return { kind: 'changed', what: 'field name', target: path, label, part: key, before: from, after: to }
      }
      return { ...line('field', label), target: path }
    }
    case 'files': {
      const label = id === '' ? 'Settings' : (modelName(after, owner) ?? modelName(before, owner) ?? owner)
      return { kind: 'changed', what: 'files', target: key, label: `${label}: files in the canonical form`, part: key }
    }
    case 'term':
      return line('term', id.split('/').join(' (').concat(')'))
    default:
      return line('setting', key)
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function modelName(view: View, id: string): string | undefined {
  const name = view.get(`model:${id}/name`)
  if (typeof name === 'string') return name
  const birth = view.get(`model:${id}`)
  return isRecord(birth) && typeof birth.name === 'string' ? birth.name : undefined
}

function fieldName(view: View, path: string): string | undefined {
  const name = view.get(`${path}/name`)
  return typeof name === 'string' ? name : undefined
}
