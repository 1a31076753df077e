import type { Draft, Json } from '@atelier/documents'
import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { StoredEntry } from '../../context/reader.ts'
import type { LiveEntry } from '../../entry/entryDocument.ts'
import { writeValues } from '../../entry/entryDocument.ts'
import { isTranslated } from '../../entry/settle.ts'
import { CONFIG_PATH, modelPath, VOCABULARY_PATH } from '../../format/paths.ts'
import { placesIn } from '../../format/places.ts'
import { migrateValue } from '../../model/change.ts'
import { readSchema, rewriteFiles, setConfig, writeModel } from '../../model/contentDocument.ts'
import type { Model } from '../../model/definition.ts'
import { checkValue } from '../../model/fields.ts'
import { isRecord, memberOf } from '../../model/json.ts'
import { mendModel } from '../../model/mend.ts'
import { toFile, valueFields } from '../../model/named.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  firstOf,
  openForWriting,
} from '../shared/support.ts'
import { mendReferences } from './mendReferences.ts'

export const fixContent = defineOperation({
  id: 'content.fixContent',
  summary: 'Fix content',
  description:
    'Mend what validate and validate_schema find wherever that loses nothing: title fields of models, domains that are not listed, values of another type that convert, defaults of required fields. `references` also mends values that refer to entries which do not exist: "clear" takes them out, {"author/ann": "bob"} points them elsewhere. `only: "references"` does nothing else. `unknownFields: "remove"` also takes away values of fields that no model has. Files of the repository that `validate` with `files` finds to be in another form are written anew. One step to undo; what is undone are values and models, while files stay in the canonical form.',
  icon: 'wrench',
  keywords: ['repair', 'mend', 'validate', 'errors', 'problems'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      unknownFields: Type.Optional(Type.Enum(['keep', 'remove'], { description: 'Default keep.' })),
      files: Type.Optional(Type.Enum(['rewrite', 'keep'], { description: 'Default rewrite.' })),
      references: Type.Optional(
        Type.Union([
          Type.Literal('clear'),
          Type.Record(Type.String({ maxLength: 400 }), Type.Union([Type.String({ maxLength: 200 }), Type.Null()]), {
            description: 'By `model/id` that does not exist: the id that replaces it, null to clear.',
          }),
        ]),
      ),
      only: Type.Optional(Type.Literal('references')),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...entriesOutput,
    models: Type.Array(Type.String(), { description: 'Models that were mended.' }),
    rewritten: Type.Array(Type.String(), { description: 'Models whose files are written anew; `settings` for those.' }),
  }),
  async run(context: ContentContext, { unknownFields = 'keep', files = 'rewrite', references, only }) {
    const { contentDocumentId, drafts, reader, restriction } = context
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    const before = draft && readSchema(draft)
    if (!draft || !before) return notSetUp()
    const mendedReferences = references === undefined ? undefined : await mendReferences(context, before, references)
    if (mendedReferences && !mendedReferences.ok) return mendedReferences.result
    const relinked = mendedReferences?.value ?? { entries: [], findings: [], left: 0 }
    if (only === 'references') return ok({ ...entriesAnswer(context, relinked), models: [], rewritten: [] })
    const own = before.models.filter(({ id }) => !restriction?.models || restriction.models.includes(id))
    const entries = new Map<string, readonly StoredEntry[]>()
    for (const { id } of own) entries.set(id, await reader.entries(id))
    const mended = own.filter((model) => {
      const file = toFile(model)
      const fixed = mendModel(file, (field) => isFilled(entries.get(model.id) ?? [], field))
      if (fixed !== file) writeModel(draft, fixed)
      return fixed !== file
    })
    const domains = [...new Set([...before.config.domains, ...own.map(({ domain }) => domain)])]
    if (domains.length > before.config.domains.length) setConfig(draft, { domains })

    const whole = readSchema(draft) ?? before
    const due = whole.models.flatMap((model) =>
      (entries.get(model.id) ?? []).flatMap((stored) =>
        needsMending(model, stored, unknownFields) ? [{ model, id: stored.id }] : [],
      ),
    )
    const { now, left } = firstOf(due)
    const written: EntriesWritten = {
      entries: [...relinked.entries],
      findings: [...relinked.findings],
      left: Math.max(left, relinked.left ?? 0),
    }
    for (const { model, id } of now) {
      const entry = await openForWriting(context, model, id)
      if (!entry) continue
      for (const [locale, patch] of patchesOf(model, entry.live, unknownFields)) {
        if (restriction?.locales && locale !== '*' && !restriction.locales.includes(locale)) continue
        const changed = writeValues(entry.draft, model, locale, patch)
        if (changed.length === 0) continue
        const result = entryWritten({ model, whole }, entry.draft, locale, changed)
        written.entries.push(result.entry)
        written.findings.push(...result.findings.filter((finding) => finding.locale === locale))
      }
    }
    const rewritten = files === 'rewrite' ? await rewriteOthers(context, draft, own) : []
    return ok({ ...entriesAnswer(context, written), models: mended.map(({ id }) => id), rewritten })
  },
})

/** Values that are gone once a file is rewritten. */
const mendable: ReadonlySet<string> = new Set([
  'byte_order_mark',
  'line_ends',
  'list',
  'missing_file',
  'no_frontmatter',
  'no_meta',
  'not_canonical',
  'parity',
  'read_differently',
  'slug_differs',
  'source',
  'status',
])

const SETTINGS = 'settings'

/** Has the files written anew that hold what they hold in another form than the canonical one; returns of what they are. */
async function rewriteOthers(context: ContentContext, draft: Draft, own: readonly Model[]): Promise<string[]> {
  const { reader, services, restriction } = context
  const schema = await reader.schema()
  const checked = await services.repository?.check()
  if (!schema || !checked) return []
  const placesOf = placesIn(own, schema.config)
  const found = new Set<string>()
  for (const { code, file, model } of checked.findings) {
    if (file === undefined || !mendable.has(code)) continue
    const ofModel = own.find(({ id }) => id === model || modelPath(id) === file) ?? placesOf(file)[0]?.model
    if (ofModel) found.add(ofModel.id)
    else if ([CONFIG_PATH, VOCABULARY_PATH].includes(file) && !restriction?.models && !restriction?.locales)
      found.add(SETTINGS)
  }
  for (const each of found) rewriteFiles(draft, each === SETTINGS ? undefined : each, checked.tip)
  return [...found].sort()
}

const hasValue = (value: Json | undefined) => value !== undefined && value !== null && value !== ''

/** Whether every translation of every entry has a value in a field. */
const isFilled = (entries: readonly StoredEntry[], field: string): boolean =>
  entries.every(
    ({ settled }) =>
      settled &&
      Object.values(settled.locales).every(({ values, standIn }) => standIn || hasValue(memberOf(values, field))),
  )

/** Whether an entry may have something to mend, by what is stored of it: its document is opened only then. */
function needsMending(model: Model, { settled, issues }: StoredEntry, unknownFields: 'keep' | 'remove'): boolean {
  if (model.kind === 'dictionary') return false
  if (!settled || issues.length > 0) return true
  return patchesOf(model, settled, unknownFields).length > 0
}

/** The patches that mend an entry's values, by locale. */
function patchesOf(
  model: Model,
  { locales }: Pick<LiveEntry, 'locales'>,
  unknownFields: 'keep' | 'remove',
): [locale: string, patch: Record<string, Json | null>][] {
  if (model.kind === 'dictionary') return []
  const fields = valueFields(model)
  const known = new Set(fields.map(({ name }) => name))
  return Object.entries(locales).flatMap(([locale, own]): [string, Record<string, Json | null>][] => {
    if (!isTranslated(own)) return []
    const patch: Record<string, Json | null> = {}
    for (const { name, definition } of fields) {
      const value = memberOf(own.values, name)
      const error = checkValue(definition, value, {}).find(({ severity }) => severity === 'error')
      if (!error) continue
      if (!hasValue(value)) {
        if (hasValue(definition.default)) patch[name] = definition.default ?? null
        continue
      }
      // A value that does not convert stays as it is, for a person to decide.
      const converted = migrateValue({ ...definition, default: undefined }, value, 'convert')
      if (error.code === 'type' && hasValue(converted) && keepsAll(value, converted)) patch[name] = converted ?? null
    }
    if (unknownFields === 'remove') {
      for (const name of Object.keys(own.values)) if (!known.has(name)) patch[name] = null
    }
    return Object.keys(patch).length > 0 ? [[locale, patch]] : []
  })
}

/** Whether a conversion has left nothing out: the same number of items, and no object that lost its members. */
const keepsAll = (value: Json | undefined, converted: Json | undefined): boolean =>
  Array.isArray(value)
    ? Array.isArray(converted) && converted.length >= value.length
    : !isRecord(value) || isRecord(converted)
