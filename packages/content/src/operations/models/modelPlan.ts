import type { Draft } from '@atelier/documents'
import { type Envelope, fail, inSlices } from '@atelier/operation'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { changeOf, type Migration, type ModelChange } from '../../model/change.ts'
import { checkModel } from '../../model/check.ts'
import { readModel, readSchema, setConfig, writeModel } from '../../model/contentDocument.ts'
import type { ContentSchema, FieldDefinition, Model, ModelFile } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import { toFile } from '../../model/named.ts'
import type { Attempt } from '../shared/support.ts'
import { type Broken, whatBreaks } from './migrate.ts'
import { completed, definitionsOf, type ModelInput } from './modelInput.ts'

/** A call's draft of a model, before anything is written. */
export interface ModelDraft {
  file: ModelFile
  /** The model as it was, and its file; undefined if it is new. */
  before?: Model | undefined
  old?: ModelFile | undefined
  schema: ContentSchema
  /** Whether fields have one value for all languages, where the call says so. */
  shared: ReadonlyMap<string, boolean>
  /** Its new problems. */
  findings: Finding[]
}

/** Properties that an empty text takes away. */
const optional = ['description', 'content_path'] as const

/** A model with what a call gives laid over it. */
export function draftModel(
  { restriction }: Pick<ContentContext, 'restriction'>,
  draft: Draft | undefined,
  given: ModelInput,
  rename: Readonly<Record<string, string>>,
): Attempt<ModelDraft> {
  const refused = (result: Envelope<never>) => ({ ok: false as const, result })
  const schema = draft && readSchema(draft)
  if (!schema) return refused(notSetUp())
  if (restriction?.models && !restriction.models.includes(given.id))
    return refused(fail('forbidden_model', `You may not work on the model “${given.id}”.`, { path: '/id' }))
  const before = schema.models.find(({ id }) => id === given.id)
  const old = before && toFile(before)
  const unknown = Object.keys(rename).find((name) => !old?.fields?.[name])
  if (unknown !== undefined)
    return refused(fail('unknown_field', `There is no field “${unknown}” to rename.`, { path: '/rename' }))
  const { definitions, shared, findings } = definitionsOf(given.id, given.fields ?? {})
  const merged = mergeFields(old?.fields ?? {}, definitions, rename)
  if (!merged.ok) return refused(fail('unknown_field', merged.message, { path: '/fields' }))
  const titleBefore = old?.title_field === undefined ? undefined : (rename[old.title_field] ?? old.title_field)
  const { fields: _, ...properties } = given
  const laid: ModelFile = {
    name: given.id,
    kind: 'collection',
    domain: schema.config.domains[0] ?? 'content',
    i18n: true,
    ...old,
    ...(titleBefore === undefined ? {} : { title_field: titleBefore }),
    ...properties,
    fields: merged.fields,
  }
  for (const name of optional) if (laid[name] === '') delete laid[name]
  const file = completed(laid)
  const files = schema.models.map(toFile)
  // Earlier problems of a model do not block this call.
  const known = new Set((old ? checkModel(old, files, schema.config) : []).map(findingText))
  const found = [...findings, ...checkModel(file, files, schema.config)].filter((each) => !known.has(findingText(each)))
  return { ok: true, value: { file, before, old, schema, shared, findings: found } }
}

const findingText = ({ code, field, message }: Finding) => `${code} ${field ?? ''} ${message}`

/** A model's new state, and the effect on its entries. */
export interface ModelPlan {
  after: Model
  whole: ContentSchema
  entries: readonly StoredEntry[]
  change: ModelChange | undefined
  broken: Broken
}

/**
 * Writes the model into a draft, and finds which entries it breaks: in slices, as there may be many.
 * @returns undefined if the draft holds no content
 */
export async function planModel(
  { reader }: Pick<ContentContext, 'reader'>,
  draft: Draft,
  { file, before, schema }: ModelDraft,
  rename: Readonly<Record<string, string>>,
  migrate: Readonly<Record<string, Migration>>,
): Promise<ModelPlan | undefined> {
  if (!schema.config.domains.includes(file.domain))
    setConfig(draft, { domains: [...schema.config.domains, file.domain] })
  writeModel(draft, file, rename)
  const after = readModel(draft, file.id)
  const whole = readSchema(draft)
  if (!after || !whole) return undefined
  const nothing = { breaks: [], entries: new Set<string>(), repeated: new Map() }
  if (!before) return { after, whole, entries: [], change: undefined, broken: nothing }
  const entries = await reader.entries(file.id)
  const change = changeOf(before, after)
  const broken = await inSlices(whatBreaks({ before, after, change, entries, migrate }))
  return { after, whole, entries, change, broken }
}

/** The kind of a model that has entries stays: they are of another form then. */
export function refuseKindChange({ file, old }: ModelDraft, entries: number): Finding | undefined {
  if (!old || entries === 0 || old.kind === file.kind) return undefined
  return {
    severity: 'error',
    code: 'kind_change',
    message: `${file.name} has ${entries} entries as a ${old.kind}, and cannot become a ${file.kind}.`,
    model: file.id,
    hint: 'Make a new model, and save its entries there.',
  }
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
