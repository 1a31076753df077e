import {
  type FieldDefinition,
  fieldTypes,
  localeStrategies,
  type ModelFile,
  modelKinds,
  scanJson,
} from '@atelier/content'
import { isRecord } from '@atelier/operation'
import { isDefinition } from '../entry/fieldDefinition.ts'
import * as strings from './strings.ts'

export interface TextProblem {
  /** From 1 on. */
  line: number
  message: string
}

export type ReadModel =
  | { ok: true; file: ModelFile; lineOf(field: string | undefined): number }
  | { ok: false; problems: TextProblem[] }

const members = {
  name: 'string',
  domain: 'string',
  i18n: 'boolean',
  title_field: 'string',
  description: 'string',
  content_path: 'string',
} as const
const wanted = { string: 'a text', boolean: 'true or false' } as const

/** The model that the text of a file says, or what is wrong with it and at which lines. */
export function readModelText(text: string, id: string): ReadModel {
  const { problems, lines } = scanJson(text, { lines: true })
  if (problems.length > 0)
    return {
      ok: false,
      problems: problems.map(({ code, line, name = '' }) => ({
        line,
        message: {
          syntax: strings.jsonSyntax,
          duplicate_key: strings.jsonTwice(name),
          unsafe_key: strings.jsonUnsafe(name),
          too_deep: strings.jsonDeep,
        }[code],
      })),
    }
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) return { ok: false, problems: [{ line: 1, message: strings.jsonObject }] }

  const found: TextProblem[] = []
  const lineAt = (...path: string[]) => lines.get(path.join('\n')) ?? lines.get(path[0] ?? '') ?? 1
  const wrong = (message: string, ...path: string[]) => found.push({ line: lineAt(...path), message })
  const { kind, locale_strategy: strategy, fields = {} } = value
  if (value.id !== id) wrong(strings.jsonId(id), 'id')
  for (const name of ['name', 'kind', 'domain', 'i18n'])
    if (value[name] === undefined) wrong(strings.jsonMissing(name), 'id')
  for (const [name, type] of Object.entries(members))
    if (value[name] !== undefined && typeof value[name] !== type) wrong(strings.jsonWrong(name, wanted[type]), name)
  const knownKind = modelKinds.find((each) => each === kind)
  if (kind !== undefined && !knownKind) wrong(strings.jsonWrong('kind', modelKinds.join(', ')), 'kind')
  const layout = localeStrategies.find((each) => each === strategy)
  if (strategy !== undefined && !layout)
    wrong(strings.jsonWrong('locale_strategy', localeStrategies.join(', ')), 'locale_strategy')
  const known = new Set(['id', 'kind', 'locale_strategy', 'fields', ...Object.keys(members)])
  for (const name of Object.keys(value)) if (!known.has(name)) wrong(strings.jsonUnknown(name), name)
  if (!isRecord(fields)) wrong(strings.jsonWrong('fields', 'an object'), 'fields')
  const definitions: Record<string, FieldDefinition> = {}
  for (const [name, field] of Object.entries(isRecord(fields) ? fields : {})) {
    if (isDefinition(field)) definitions[name] = field
    else wrong(strings.jsonWrong(name, `{"type": …}: ${fieldTypes.join(', ')}`), 'fields', name)
  }
  if (found.length > 0 || !knownKind) return { ok: false, problems: found.sort((a, b) => a.line - b.line) }

  const textIn = (name: string) => (typeof value[name] === 'string' ? value[name] : '')
  const optional = (['title_field', 'description', 'content_path'] as const).flatMap((name) =>
    value[name] === undefined ? [] : [[name, textIn(name)] as const],
  )
  return {
    ok: true,
    file: {
      id,
      name: textIn('name'),
      kind: knownKind,
      domain: textIn('domain'),
      i18n: value.i18n === true,
      ...Object.fromEntries(optional),
      ...(layout ? { locale_strategy: layout } : {}),
      ...(knownKind === 'dictionary' ? {} : { fields: definitions }),
    },
    lineOf: (field) => (field === undefined ? 1 : lineAt('fields', field.split('.', 1)[0] ?? field)),
  }
}
