import { copyJson, type Json } from '@atelier/documents'
import { sharedFields } from '../entry/sharedFields.ts'
import type { ContentSchema, Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { formFrom } from '../model/forms.ts'
import { isList, isRecord, memberOf, recordOf } from '../model/json.ts'
import { layoutsFrom, layoutsJson } from '../model/layouts.ts'
import { listsFrom } from '../model/lists.ts'
import { MAX_NAME, routePattern } from '../model/names.ts'
import { canonicalJson } from './canonical.ts'
import { ATELIER_PATH } from './paths.ts'
import { readJson } from './readJson.ts'

/** By model and locale, sorted. */
export type ByLocale = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
type Settings = Readonly<Record<string, Json>>

/** What `.contentrain/atelier.json` holds: Atelier's own, which the format has no room for. Members that are not known are kept. */
export interface AtelierFile {
  /** Entries whose values in a locale are those of the default locale, since they were not translated yet. */
  standIns: ByLocale
  /** The same of single keys of dictionaries that are translated in part. */
  standInKeys: ByLocale
  /** The same of single fields of entries that are translated in part: by model, locale and entry the names. */
  standInFields: Settings
  /**
   * The digests of the sources of translations that are no longer what the source is: by model, locale and entry. A
   * translation that is not listed is one of the source as it is.
   */
  translatedFrom: Settings
  /** Files of models that the format could not hold yet: singletons in several locales without content. */
  heldModels: Settings
  /** By model. */
  routes: Settings
  forms: Settings
  /** Saved views of the model's list, by their names. */
  lists: Settings
  /** How forms show fields, by their names. */
  layouts: Settings
  /** The names of the fields that have one value for all languages, by model. */
  shared: Settings
  /** `true` of models whose published entries everybody may read. */
  public: Settings
}

export const emptyAtelier: AtelierFile = {
  standIns: {},
  standInKeys: {},
  standInFields: {},
  translatedFrom: {},
  heldModels: {},
  routes: {},
  forms: {},
  lists: {},
  layouts: {},
  shared: {},
  public: {},
}

/** The file; undefined when it would hold nothing. */
export function atelierText(atelier: AtelierFile): string | undefined {
  const members = Object.entries(atelier).filter(([, member]) => !isRecord(member) || Object.keys(member).length > 0)
  return members.length === 0 ? undefined : canonicalJson({ ...recordOf(members), version: 1 })
}

export function readAtelier(bytes: Uint8Array): { value?: AtelierFile; findings: Finding[] } {
  const { value, findings } = readJson(ATELIER_PATH, bytes)
  if (value === undefined) return { findings }
  if (!isRecord(value)) {
    const message = `${ATELIER_PATH} is no object.`
    return {
      findings: [...findings, { severity: 'error', code: 'not_an_object', message, file: ATELIER_PATH, line: 1 }],
    }
  }
  const settings = (member: Json | undefined): Settings => (isRecord(member) ? member : {})
  const { version: _, ...unknown } = value
  return {
    value: {
      ...unknown,
      standIns: byLocale(value.standIns),
      standInKeys: byLocale(value.standInKeys),
      standInFields: settings(value.standInFields),
      translatedFrom: settings(value.translatedFrom),
      heldModels: settings(value.heldModels),
      routes: settings(value.routes),
      forms: settings(value.forms),
      lists: settings(value.lists),
      layouts: settings(value.layouts),
      shared: settings(value.shared),
      public: settings(value.public),
    },
    findings,
  }
}

function byLocale(value: Json | undefined): ByLocale {
  if (!isRecord(value)) return {}
  return recordOf(
    Object.entries(value).map(([model, locales]) => {
      const lists = isRecord(locales) ? Object.entries(locales) : []
      return [
        model,
        recordOf(lists.map(([locale, ids]) => [locale, isList(ids) ? ids.filter((id) => typeof id === 'string') : []])),
      ]
    }),
  )
}

/** The fields of an entry in a locale whose values are those of the default locale. */
export function standInFieldsOf(atelier: AtelierFile, model: string, locale: string, id: string): string[] {
  const names = [locale, id].reduce<Json | undefined>(
    (found, name) => (isRecord(found) ? memberOf(found, name) : undefined),
    memberOf(atelier.standInFields, model),
  )
  return isList(names) ? names.filter((name) => typeof name === 'string') : []
}

/** The same with what a schema holds of Atelier's own settings, by the names of fields. */
export const withSettings = (
  atelier: AtelierFile,
  { models, routes = {}, forms = {}, lists = {}, layouts = {}, public: open = [] }: ContentSchema,
): AtelierFile => ({
  ...atelier,
  routes,
  forms: recordOf(Object.entries(forms).map(([id, form]) => [id, copyJson(form)] as const)),
  lists: recordOf(
    Object.entries(lists).map(([id, own]) => [id, recordOf(own.map(({ name, view }) => [name, view]))] as const),
  ),
  layouts: recordOf(Object.entries(layouts).map(([id, own]) => [id, layoutsJson(own)] as const)),
  shared: recordOf(
    models.flatMap((model) => {
      const names = sharedFields(model).map(({ name }) => name)
      return names.length > 0 ? [[model.id, names.sort()] as const] : []
    }),
  ),
  public: recordOf(open.map((id) => [id, true] as const)),
})

/** A model from a file whose fields have one value for all languages where a repository says so. */
export function withSharedFields(model: Model, { shared }: AtelierFile, mainLocale: string): Model {
  const names = memberOf(shared, model.id)
  if (!model.i18n || !isList(names)) return model
  const fields = model.fields.map((field) => (names.includes(field.name) ? { ...field, shared: mainLocale } : field))
  return { ...model, fields }
}

/** The settings of models that a repository is filled from; what has no sense is left out. */
export function settingsOf(
  { routes, forms, lists, layouts, public: open }: AtelierFile,
  models: readonly Model[],
  mainLocale: string,
): Pick<ContentSchema, 'routes' | 'forms' | 'lists' | 'layouts' | 'public'> {
  const taken = new Set<string>()
  const routed = models.flatMap(({ id, kind }) => {
    const route = memberOf(routes, id)
    const isOne = typeof route === 'string' && route.length <= MAX_NAME && routePattern.test(route)
    if (!isOne || taken.has(route) || (kind !== 'collection' && kind !== 'document')) return []
    taken.add(route)
    return [[id, route] as const]
  })
  const formed = models.flatMap((model) => {
    const form = formFrom(memberOf(forms, model.id), model, mainLocale)
    return form ? [[model.id, form] as const] : []
  })
  const listed = models.flatMap(({ id }) => {
    const own = listsFrom(memberOf(lists, id))
    return own.length > 0 ? [[id, own] as const] : []
  })
  const arranged = models.flatMap((model) => {
    const own = layoutsFrom(memberOf(layouts, model.id), model)
    return Object.keys(own).length > 0 ? [[model.id, own] as const] : []
  })
  const opened = models.flatMap(({ id }) => (memberOf(open, id) === true ? [id] : []))
  return {
    ...(routed.length > 0 ? { routes: recordOf(routed) } : {}),
    ...(formed.length > 0 ? { forms: recordOf(formed) } : {}),
    ...(listed.length > 0 ? { lists: recordOf(listed) } : {}),
    ...(arranged.length > 0 ? { layouts: recordOf(arranged) } : {}),
    ...(opened.length > 0 ? { public: opened } : {}),
  }
}
