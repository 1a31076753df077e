import type { Json } from '@atelier/documents'
import type { Finding } from '../model/finding.ts'
import { isList, isRecord, recordOf } from '../model/json.ts'
import { canonicalJson } from './canonical.ts'
import { ATELIER_PATH } from './paths.ts'
import { readJson } from './readJson.ts'

/** By model and locale, sorted. */
export type ByLocale = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
type Settings = Readonly<Record<string, Json>>

/** What `.contentrain/atelier.json` holds: Atelier's own, which the format has no room for. Members that are not known are kept. */
export interface AtelierFile {
  /** Entries whose values in a locale are those of the default locale, since nobody has translated them yet. */
  standIns: ByLocale
  /** The same of single keys of dictionaries that are translated in part. */
  standInKeys: ByLocale
  /** Files of models that the format could not hold yet: singletons in several locales without content. */
  heldModels: Settings
  /** By model. */
  routes: Settings
  forms: Settings
  lists: Settings
}

export const emptyAtelier: AtelierFile = {
  standIns: {},
  standInKeys: {},
  heldModels: {},
  routes: {},
  forms: {},
  lists: {},
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
      heldModels: settings(value.heldModels),
      routes: settings(value.routes),
      forms: settings(value.forms),
      lists: settings(value.lists),
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
