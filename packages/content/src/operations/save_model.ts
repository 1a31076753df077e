import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../context/context.ts'
import { phasesFor } from '../context/phase.ts'
import { changeOf, migrations } from '../model/change.ts'
import { checkModel } from '../model/check.ts'
import { readModel, readSchema, setConfig, writeModel } from '../model/contentDocument.ts'
import type { FieldDefinition, ModelFile } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { toFile } from '../model/named.ts'
import { migrateEntries, whatBreaks } from './migrate.ts'
import { completed, definitionsOf, modelInput } from './modelInput.ts'
import { entriesOutput, findingsOf, refuseFindings, writtenOutput } from './support.ts'

export const save_model = defineOperation({
  id: 'content.save_model',
  summary: 'Save a model',
  description:
    'Create or change a model. Fields merge by name: what is not named stays, null removes, `rename` {old: new} keeps the values of entries. If entries would break it says how many, and wants `migrate` {field: "convert" | "default" | "drop"}.',
  icon: 'table-properties',
  keywords: ['create model', 'content type', 'collection', 'schema', 'add field', 'rename field'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      ...modelInput,
      rename: Type.Optional(Type.Record(Type.String(), Type.String({ maxLength: 200 }))),
      migrate: Type.Optional(Type.Record(Type.String(), Type.Enum(migrations))),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...writtenOutput,
    model: Type.Object({ id: Type.String(), created: Type.Boolean(), fields: Type.Array(Type.String()) }),
    affected: Type.Object({ entries: Type.Integer(), migrated: Type.Integer() }),
    errors: entriesOutput.errors,
    warnings: entriesOutput.warnings,
    left: entriesOutput.left,
  }),
  async run(context: ContentContext, { rename = {}, migrate = {}, ...given }) {
    const { contentDocumentId, drafts, restriction, target } = context
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    const schema = draft && readSchema(draft)
    if (!draft || !schema) return notSetUp()
    if (restriction?.models && !restriction.models.includes(given.id))
      return fail('forbidden_model', `You may not work on the model “${given.id}”.`, { path: '/id' })

    const before = schema.models.find(({ id }) => id === given.id)
    const old = before && toFile(before)
    const unknown = Object.keys(rename).find((name) => !old?.fields?.[name])
    if (unknown !== undefined)
      return fail('unknown_field', `There is no field “${unknown}” to rename.`, { path: '/rename' })
    const { definitions, findings } = definitionsOf(given.id, given.fields ?? {})
    const merged = mergeFields(old?.fields ?? {}, definitions, rename)
    if (!merged.ok) return fail('unknown_field', merged.message, { path: '/fields' })
    const titleBefore = old?.title_field === undefined ? undefined : (rename[old.title_field] ?? old.title_field)
    const { fields: _, ...properties } = given
    const file = completed({
      name: given.id,
      kind: 'collection',
      domain: schema.config.domains[0] ?? 'content',
      i18n: true,
      ...old,
      ...(titleBefore === undefined ? {} : { title_field: titleBefore }),
      ...properties,
      fields: merged.fields,
    })
    const files = schema.models.map(toFile)
    // What was wrong with a model before this call does not hold it back.
    const known = new Set((old ? checkModel(old, files, schema.config) : []).map(textOf))
    const found = [...findings, ...checkModel(file, files, schema.config)].filter((each) => !known.has(textOf(each)))
    const wrong = refuseFindings(found)
    if (wrong) return wrong

    if (!schema.config.domains.includes(file.domain))
      setConfig(draft, { domains: [...schema.config.domains, file.domain] })
    writeModel(draft, file, rename)
    const after = readModel(draft, file.id)
    const whole = readSchema(draft)
    if (!after || !whole) return notSetUp()
    const entries = before ? await context.reader.entries(file.id) : []
    const change = before && changeOf(before, after)
    const broken =
      before && change
        ? whatBreaks({ before, after, change, entries, migrate })
        : { breaks: [], entries: new Set<string>() }
    const refusal = before && refuseChange(file, old, entries.length)
    if (refusal) return refusal
    const reaches = change?.fields.some(({ breaks }) => breaks) || before?.i18n !== after.i18n
    if (restriction?.locales && before?.i18n && (reaches || Object.keys(migrate).length > 0))
      return fail('forbidden_locale', `${file.name} has entries in locales that you may not change.`, {
        path: '/fields',
      })
    const open = broken.breaks.filter(({ field }) => migrate[field] === undefined)
    if (open.length > 0) {
      const lines = open.map(({ field, what, count }) => `“${field}” (${what}): ${count} of ${entries.length} entries`)
      const example = JSON.stringify(
        Object.fromEntries(open.map(({ field, what }) => [field, what === 'removed' ? 'drop' : 'convert'])),
      )
      return fail('needs_migration', `Entries would break. ${lines.join('; ')}.`, {
        path: '/migrate',
        hint: `Say what becomes of their values, such as migrate: ${example}. convert makes of them what it can, default puts the field’s default in their place, drop takes them away.`,
      })
    }
    const written =
      before && (Object.keys(migrate).length > 0 || before.i18n !== after.i18n)
        ? await migrateEntries(context, { before, after, whole, migrate, affected: broken.entries, entries })
        : { migrated: 0, left: 0, findings: [] }
    if ('message' in written) return fail('no_default', written.message, { path: '/fields', hint: written.hint })
    const of = findingsOf([...found, ...written.findings])
    return ok({
      ...writtenTo(target),
      model: { id: after.id, created: before === undefined, fields: after.fields.map(({ name }) => name) },
      affected: { entries: broken.entries.size, migrated: written.migrated },
      errors: of('error'),
      warnings: of('warning'),
      ...(written.left > 0 ? { left: written.left } : {}),
    })
  },
})

const textOf = ({ code, field, message }: Finding) => `${code} ${field ?? ''} ${message}`

/** The kind of a model that has entries stays: they are of another form then. */
function refuseChange(file: ModelFile, old: ModelFile | undefined, entries: number) {
  if (!old || entries === 0 || old.kind === file.kind) return undefined
  return fail(
    'kind_change',
    `${file.name} has ${entries} entries as a ${old.kind}, and cannot become a ${file.kind}.`,
    {
      path: '/kind',
      hint: 'Make a new model, and save its entries there.',
    },
  )
}

/** The fields of a model with those of a call laid over them. */
function mergeFields(
  before: Readonly<Record<string, FieldDefinition>>,
  given: ReadonlyMap<string, FieldDefinition | null>,
  rename: Readonly<Record<string, string>>,
): { ok: true; fields: Record<string, FieldDefinition> } | { ok: false; message: string } {
  const fields = new Map(Object.entries(before).map(([name, definition]) => [rename[name] ?? name, definition]))
  if (fields.size < Object.keys(before).length) return { ok: false, message: 'Two fields would have one name.' }
  for (const [name, definition] of given) {
    const existing = fields.get(name)
    if (definition === null) {
      if (!existing) return { ok: false, message: `There is no field “${name}” to remove.` }
      fields.delete(name)
    } else {
      // A definition is given whole; only its place among the others stays where it says none.
      const order = definition.order ?? existing?.order
      fields.set(name, { ...definition, ...(order === undefined ? {} : { order }) })
    }
  }
  return { ok: true, fields: Object.fromEntries(fields) }
}
