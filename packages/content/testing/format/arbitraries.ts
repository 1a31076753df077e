import type { Json } from '@atelier/documents'
import fc from 'fast-check'
import { type Entry, type EntryMeta, entryStatuses, ONLY_ENTRY } from '../../src/entry/entry.ts'
import { frontmatterForm } from '../../src/entry/frontmatterValue.ts'
import {
  type ContentConfig,
  type ContentSchema,
  type FieldDefinition,
  type FieldType,
  fieldTypes,
  localeStrategies,
  type Model,
  modelKinds,
  NO_LOCALE,
} from '../../src/model/definition.ts'
import { isIntegerKey, recordOf } from '../../src/model/json.ts'
import { BODY } from '../../src/model/named.ts'

export const config: ContentConfig = {
  version: 1,
  stack: 'other',
  workflow: 'auto-merge',
  locales: { default: 'en', supported: ['en', 'tr', 'pt-BR'] },
  domains: ['site'],
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...'"\'\\#:[]{}-,.0123456789eE \n\t|>&*!%@`?~абç'), maxLength: 12 }),
  fc.constantFrom(
    'true',
    'null',
    '42',
    '-2',
    '007',
    '1.50',
    '1e21',
    '',
    ' x',
    '---',
    '[a]',
    '"q"',
    "it's",
    'a: b',
    '- x',
    'no',
  ),
)
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value + 0)
const plain: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 3 }).map((value) => withoutNull(value))

/** Members that are null are not written, and some names no object of JavaScript holds in order. */
function withoutNull(value: unknown): Json {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return value + 0
  if (Array.isArray(value)) return value.map(withoutNull)
  const members = Object.entries(Object(value)).filter(([name, each]) => each !== null && name !== '__proto__')
  return recordOf(members.map(([name, each]) => [name, withoutNull(each)]))
}

function valueOfType(type: FieldType): fc.Arbitrary<Json> {
  switch (type) {
    case 'number':
    case 'decimal':
      return number
    case 'percent':
    case 'rating':
    case 'integer':
      return fc.integer({ min: 0, max: 100 })
    case 'boolean':
      return fc.boolean()
    case 'relations':
      return fc.array(fc.stringMatching(/^[a-z0-9]{1,12}$/), { maxLength: 4 })
    case 'array':
      return fc.oneof(fc.array(text, { maxLength: 4 }), fc.array(plain, { maxLength: 3 }))
    case 'object':
      return plain.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value))
    default:
      return text
  }
}

const meta: fc.Arbitrary<EntryMeta> = fc.record(
  {
    status: fc.constantFrom(...entryStatuses),
    source: fc.constantFrom('agent' as const, 'human' as const, 'import' as const),
    updated_by: fc.constantFrom('ada', 'u1@users.invalid'),
    updated_at: fc.constant('2026-01-02T03:04:05.000Z'),
    approved_by: fc.constant('grace'),
    publish_at: fc.constant('2026-02-02T03:04:05.000Z'),
  },
  { requiredKeys: ['status', 'source', 'updated_by'] },
)

const model = (id: string): fc.Arbitrary<Model> =>
  fc
    .record({
      kind: fc.constantFrom(...modelKinds),
      i18n: fc.boolean(),
      strategy: fc.option(fc.constantFrom(...localeStrategies), { nil: undefined }),
      path: fc.option(fc.constantFrom(`content/${id}`, `docs/${id}/`, `.contentrain/content/own/${id}`), {
        nil: undefined,
      }),
      description: fc.option(
        text.filter((each) => each !== ''),
        { nil: undefined },
      ),
    })
    .map(({ kind, i18n, strategy, path, description }) => {
      const definition = (type: FieldType): FieldDefinition => ({
        type,
        ...(type === 'select' && { options: ['a', 'b'] }),
      })
      const fields = fieldTypes.map((type) => ({ key: `f_${type}`, name: `f_${type}`, definition: definition(type) }))
      return {
        id,
        name: `The ${id}`,
        kind,
        domain: 'site',
        i18n,
        title_field: kind === 'dictionary' ? 'key' : 'f_string',
        ...(description !== undefined && { description }),
        ...(path !== undefined && { content_path: path }),
        ...(strategy !== undefined && { locale_strategy: strategy }),
        fields:
          kind === 'dictionary'
            ? []
            : fields.sort((a, b) =>
                a.name === 'f_string' ? -1 : b.name === 'f_string' ? 1 : a.name < b.name ? -1 : 1,
              ),
      }
    })

const key = fc
  .oneof(fc.stringMatching(/^[a-z][a-z.]{0,8}$/), text)
  .filter((each) => !isIntegerKey(each) && each !== '__proto__')

function values(model: Model): fc.Arbitrary<Record<string, Json>> {
  if (model.kind === 'dictionary') return fc.dictionary(key, text, { maxKeys: 4, noNullPrototype: true })
  const fields = fc.record(recordOf(model.fields.map(({ name, definition }) => [name, valueOfType(definition.type)])), {
    requiredKeys: [],
  })
  const all = fc.tuple(
    fields,
    fc.dictionary(fc.stringMatching(/^u_[a-z]{1,5}$/), plain, { maxKeys: 2, noNullPrototype: true }),
  )
  const merged = all.map(([known, unknown]) => {
    const members = Object.entries({ ...known, ...unknown }).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value] as const],
    )
    if (model.kind !== 'document') return recordOf(members)
    return recordOf(members.filter(([name, value]) => frontmatterForm(name, value).lines !== undefined))
  })
  if (model.kind !== 'document') return merged
  return fc
    .tuple(merged, text)
    .map(([members, body]) => (body.trim() === '' ? members : { ...members, [BODY]: body.trim() }))
}

function entriesOf(model: Model): fc.Arbitrary<Entry[]> {
  const locales = fc.tuple(
    fc.tuple(values(model), meta),
    ...config.locales.supported.slice(1).map(() => fc.option(fc.tuple(values(model), meta), { nil: undefined })),
  )
  const one = locales.map(([source, ...others]) => {
    if (!model.i18n) return { [NO_LOCALE]: { values: source[0], meta: source[1] } }
    const each = config.locales.supported.map((locale, index) => {
      const own = index === 0 ? source : others[index - 1]
      const isOwn = own !== undefined && !(index > 0 && model.locale_strategy === 'none')
      const [known, about] = isOwn ? own : source
      const { source: by, updated_by, updated_at } = about
      const draft = { status: 'draft' as const, source: by, updated_by, ...(updated_at && { updated_at }) }
      return [locale, isOwn ? { values: known, meta: about } : { values: known, meta: draft, standIn: true }] as const
    })
    return recordOf(each)
  })
  if (model.kind === 'singleton' || model.kind === 'dictionary') {
    return one.map((each) => [{ model: model.id, id: ONLY_ENTRY, locales: each }])
  }
  const id = fc.stringMatching(
    model.kind === 'document' ? /^[a-z]{1,4}(-[a-z0-9]{1,3})?$/ : /^[a-z][A-Za-z0-9_-]{0,6}$/,
  )
  return fc
    .uniqueArray(fc.tuple(id, one), { maxLength: 4, selector: ([each]) => each })
    .map((all) =>
      all.map(([each, by]) => ({ model: model.id, id: each, locales: by })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
}

const models = fc
  .integer({ min: 1, max: 3 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => model(`model-${index}`))))
const entriesOfAll = (all: readonly Model[]) => fc.tuple(...all.map(entriesOf)).map((entries) => entries.flat())
const terms = fc.dictionary(key, fc.dictionary(fc.constantFrom('en', 'tr'), fc.constantFrom('Term', 'Terim')), {
  maxKeys: 2,
})

/** A project's content: one to three models of any kind and layout, with entries whose values are of all types. */
export const content: fc.Arbitrary<{ schema: ContentSchema; entries: Entry[] }> = models
  .chain((all) => fc.tuple(fc.constant(all), entriesOfAll(all), terms))
  .map(([all, entries, vocabulary]) => ({ schema: { config, models: all, vocabulary }, entries }))

/** The entries of a project before and after edits of any of them, which are often the same. */
export const editedContent: fc.Arbitrary<{ schema: ContentSchema; before: Entry[]; after: Entry[] }> = models
  .chain((all) =>
    fc.tuple(
      fc.constant(all),
      entriesOfAll(all),
      entriesOfAll(all),
      fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
    ),
  )
  .map(([all, before, others, picks]) => {
    const name = ({ model: of, id }: Entry) => `${of}/${id}`
    const edited = new Map(before.map((entry) => [name(entry), entry]))
    for (const [index, entry] of others.entries())
      if (picks[index]) edited.set(name(entry), mixed(edited.get(name(entry)), entry))
    for (const [index, entry] of before.entries()) {
      const isOnly = entry.id === ONLY_ENTRY
      if (picks[11 - index] && !isOnly) edited.delete(name(entry))
    }
    return { schema: { config, models: all, vocabulary: {} }, before, after: [...edited.values()] }
  })

/** One entry with half of its locales from another. */
const mixed = (entry: Entry | undefined, other: Entry): Entry => ({
  ...other,
  locales: {
    ...other.locales,
    ...recordOf(Object.entries(entry?.locales ?? {}).filter(([, { standIn }], index) => !standIn && index % 2 === 1)),
  },
})
