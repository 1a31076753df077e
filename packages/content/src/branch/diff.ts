import { createMemoryView, equalJson, type Json, type View } from '@atelier/documents'
import type { BranchDiff, EntryDiff, FieldDiff, ModelDiff, Sides, ValueDiff } from '../context/comparison.ts'
import { entryIdentity, publicationOf, readEntry } from '../entry/entryDocument.ts'
import { entryTitle } from '../entry/settle.ts'
import { decodeTerm } from '../model/contentDocument.ts'
import type { ContentSchema, Model } from '../model/definition.ts'
import { isLongText, valueFields } from '../model/named.ts'
import { valueName } from './names.ts'
import type { BranchOverview, TouchedEntry } from './overview.ts'

export type { BranchDiff, EntryDiff, FieldDiff, ModelDiff, Sides, ValueDiff }

export function diffBranch({ entries, schemaBefore, schemaAfter, changed, foreign }: BranchOverview): BranchDiff {
  const about = {
    models: diffModels(schemaBefore, schemaAfter),
    vocabulary: diffVocabulary(schemaBefore, schemaAfter),
    settings: diffMembers({ ...schemaBefore?.config }, { ...schemaAfter?.config }),
  }
  const rest = changed.filter(({ key }) => !isShown(key, about, schemaAfter))
  return {
    entries: entries
      .flatMap((entry) => diffEntry(entry, schemaAfter ?? schemaBefore) ?? [])
      .sort((a, b) => compareNames(a.model, b.model) || compareNames(a.entry, b.entry)),
    ...about,
    settings: [...about.settings, ...rest.map(({ key, ...sides }) => ({ property: key, ...sides })), ...foreign],
  }
}

/** Whether the change of a key of the document of models is described by its models, terms or settings. */
function isShown(
  key: string,
  { models, vocabulary, settings }: Pick<BranchDiff, 'models' | 'vocabulary' | 'settings'>,
  after: ContentSchema | undefined,
): boolean {
  const { model, locale, field } = valueName(key, createMemoryView(), after)
  if (key.startsWith('config/')) return settings.some(({ property }) => `config.${property}` === field)
  if (key.startsWith('term:')) {
    const term = decodeTerm(field)
    return vocabulary.some((each) => each.term === term && each.locale === locale)
  }
  const diff = models.find((each) => each.model === model)
  if (!diff || !/^(?:model|field):/.test(key)) return false
  // A deleted model or field has no place of its own.
  if (key === `model:${model}/deleted`) return diff.change !== 'changed'
  if (diff.change === 'deleted') return false
  if (key.startsWith('model:'))
    return field === '' ? diff.change === 'added' : diff.properties.some(({ property }) => property === field)
  const [own = '', more] = field.split('.')
  return diff.fields.some(
    (each) => (each.field === own || each.renamedFrom === own) && (each.change !== 'deleted' || more === 'deleted'),
  )
}

function diffEntry(
  { documentId, before, after, isNew, identity, identityBefore }: TouchedEntry,
  schema: ContentSchema | undefined,
): EntryDiff | undefined {
  const model = schema?.models.find(({ id }) => id === identity.model)
  const values = diffValues(before, after, model, schema)
  const wasDeleted = before.get('deleted') === true
  const isDeleted = after.get('deleted') === true
  const renamedFrom = identityBefore && identityBefore.id !== identity.id ? identityBefore.id : undefined
  if (!isNew && values.length === 0 && wasDeleted === isDeleted && renamedFrom === undefined) return undefined
  return {
    model: identity.model,
    entry: identity.id,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    documentId,
    title: schema && model ? entryTitle(readEntry(after, model), model, schema.config) : identity.id,
    change: isNew ? 'added' : isDeleted && !wasDeleted ? 'deleted' : wasDeleted && !isDeleted ? 'restored' : 'changed',
    values,
  }
}

/** Fields in the order of their model, locales in that of the document. */
function diffValues(
  before: View,
  after: View,
  model: Model | undefined,
  schema: ContentSchema | undefined,
): ValueDiff[] {
  const long = new Set(
    (model ? valueFields(model) : []).flatMap(({ name, definition }) => (isLongText(definition.type) ? [name] : [])),
  )
  const found = new Map<string, ValueDiff>()
  for (const key of new Set([...before.keys(), ...after.keys()].sort())) {
    const sides = sidesOf(before.get(key), after.get(key))
    if (!sides || isToldByName(key, before, after)) continue
    const published = publicationOf(key)
    if (published !== undefined) {
      const status = `${published}:status`
      // Told by the status if that is another one.
      if (equalJson(before.get(status), after.get(status)))
        found.set(status, { locale: published, field: 'status', before: 'published, changed', after: 'published' })
      continue
    }
    const { locale, field } = valueName(key, after, schema)
    const hash = field.indexOf('#')
    const name = hash < 0 ? field : field.slice(0, hash)
    if (hash < 0 || !(model === undefined || long.has(name))) {
      found.set(key, { locale, field, ...sides })
      continue
    }
    const place = `${locale}/${name}`
    const diff = found.get(place) ?? { locale, field: name }
    found.set(place, { ...diff, paragraphs: [...(diff.paragraphs ?? []), sides] })
  }
  const order = new Map((model ? valueFields(model) : []).map(({ name }, index) => [name, index]))
  return [...found.values()].sort(
    (a, b) =>
      compareNames(a.locale, b.locale) || (order.get(a.field) ?? order.size) - (order.get(b.field) ?? order.size),
  )
}

/** Whether the change of an entry says it by its kind or its new id. */
function isToldByName(key: string, before: View, after: View): boolean {
  if (key === 'entry') return !before.has(key)
  if (key === 'id') return entryIdentity(before)?.id !== entryIdentity(after)?.id
  return key === 'deleted' && (before.get(key) === true) !== (after.get(key) === true)
}

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function sidesOf(before: Json | undefined, after: Json | undefined): Sides | undefined {
  if (equalJson(before, after)) return undefined
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }
}

function diffModels(before: ContentSchema | undefined, after: ContentSchema | undefined): ModelDiff[] {
  const ids = new Set([...(before?.models ?? []), ...(after?.models ?? [])].map(({ id }) => id))
  return [...ids].flatMap((id): ModelDiff[] => {
    const [was, is] = [before, after].map((schema) => schema?.models.find((model) => model.id === id))
    const properties = diffMembers(modelProperties(was), modelProperties(is))
    const fields = diffFields(was, is)
    if (properties.length === 0 && fields.length === 0) return []
    return [{ model: id, change: was ? (is ? 'changed' : 'deleted') : 'added', properties, fields }]
  })
}

function modelProperties(model: Model | undefined): object {
  const { fields: _, ...properties } = model ?? {}
  return properties
}

/** The same field is the one with the same key, whatever it is called. */
function diffFields(before: Model | undefined, after: Model | undefined): FieldDiff[] {
  const [old, now] = [before, after].map((model) => new Map(model?.fields.map((field) => [field.key, field])))
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((key): FieldDiff[] => {
    const [was, is] = [old?.get(key), now?.get(key)]
    const field = is?.name ?? was?.name ?? key
    if (!was || !is) {
      const properties = diffMembers({ type: was?.definition.type }, { type: is?.definition.type })
      return [{ field, change: is ? 'added' : 'deleted', properties }]
    }
    const properties = diffMembers(was.definition, is.definition)
    if (properties.length === 0 && was.name === is.name) return []
    return [{ field, change: 'changed', ...(was.name === is.name ? {} : { renamedFrom: was.name }), properties }]
  })
}

function diffMembers(before: object, after: object): ({ property: string } & Sides)[] {
  const [old, now] = [before, after].map((members) => new Map<string, Json | undefined>(Object.entries(members)))
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].flatMap((property) => {
    const sides = sidesOf(old?.get(property), now?.get(property))
    return sides ? [{ property, ...sides }] : []
  })
}

function diffVocabulary(before: ContentSchema | undefined, after: ContentSchema | undefined): BranchDiff['vocabulary'] {
  const terms = new Set([...Object.keys(before?.vocabulary ?? {}), ...Object.keys(after?.vocabulary ?? {})])
  return [...terms].flatMap((term) =>
    diffMembers({ ...before?.vocabulary[term] }, { ...after?.vocabulary[term] }).map(({ property, ...sides }) => ({
      term,
      locale: property,
      ...sides,
    })),
  )
}
