import { createRests, inSlices } from '@atelier/operation'
import { holdersAmong } from '../context/holders.ts'
import type { ContentReader, Holder } from '../context/reader.ts'
import { entryName } from '../entry/entry.ts'
import { entryIdentity, readEntry } from '../entry/entryDocument.ts'
import { type EntryKey, keysOf, settleEntry } from '../entry/settle.ts'
import type { ContentSchema, Model } from '../model/definition.ts'
import type { Finding } from '../model/finding.ts'
import { valueFields } from '../model/named.ts'
import type { MergedDocument } from './merge.ts'

interface Checked {
  documentId: string
  model: Model
  id: string
  deleted: boolean
  keys: readonly EntryKey[]
  /** The references that it had before the merge. */
  kept: ReadonlySet<string>
}

/**
 * The problems of the content once these documents are merged: entries that their models do not accept, ids and unique
 * values that are taken, references that lead nowhere. Earlier problems of an entry are warnings.
 * @param reader all of the content as it is before
 */
export async function checkMerged(
  documents: readonly MergedDocument[],
  { before, after }: { before: ContentSchema; after: ContentSchema },
  reader: ContentReader,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const merged = new Map<string, Checked>()
  const rest = createRests()
  for (const document of documents) {
    await rest()
    const identity = entryIdentity(document.view)
    if (!identity) continue
    const model = findModel(after, identity.model)
    const name = { model: identity.model, entry: identity.id }
    if (!model) {
      if (document.view.get('deleted') === true) continue
      const message = `${entryName(identity)} is of a model that there is not.`
      findings.push({ severity: 'error', code: 'unknown_model', message, ...name })
      continue
    }
    const live = readEntry(document.view, model)
    const { settled, unsettled, issues } = settleEntry(live, model, after)
    const known = live.deleted ? [] : issuesBefore(document, before)
    if (!live.deleted)
      findings.push(...issues.map((issue) => (known.some((each) => equalFindings(each, issue)) ? warn(issue) : issue)))
    const { documentId } = document
    merged.set(documentId, {
      documentId,
      model,
      id: live.id,
      deleted: live.deleted,
      keys: settled ? keysOf(settled, model).filter(({ locale }) => !unsettled.has(locale)) : [],
      kept: new Set(keysBefore(document, before).map((key) => JSON.stringify(key))),
    })
  }
  findings.push(...(await checkNames(merged, reader)))
  findings.push(...(await checkUnique(merged, { before, after }, reader)))
  findings.push(...(await checkReferences(merged, namesBefore(documents), reader)))
  return findings
}

const findModel = (schema: ContentSchema, id: string) => schema.models.find((model) => model.id === id)
const warn = (finding: Finding): Finding => ({ ...finding, severity: 'warning' })
const equalFindings = (a: Finding, b: Finding) => a.code === b.code && a.locale === b.locale && a.field === b.field

function issuesBefore({ before }: MergedDocument, schema: ContentSchema): readonly Finding[] {
  const identity = entryIdentity(before)
  const model = identity && findModel(schema, identity.model)
  return model ? settleEntry(readEntry(before, model), model, schema).issues : []
}

function keysBefore({ before }: MergedDocument, schema: ContentSchema): readonly EntryKey[] {
  const identity = entryIdentity(before)
  const model = identity && findModel(schema, identity.model)
  const live = model && readEntry(before, model)
  const { settled } = model && live && !live.deleted ? settleEntry(live, model, schema) : {}
  return model && settled ? keysOf(settled, model) : []
}

async function checkNames(merged: ReadonlyMap<string, Checked>, reader: ContentReader): Promise<Finding[]> {
  const findings: Finding[] = []
  const names = new Set<string>()
  const rest = createRests()
  for (const { documentId, model, id, deleted } of merged.values()) {
    if (deleted) continue
    await rest()
    const name = entryName({ model: model.id, id })
    const stored = await reader.entry(model.id, id)
    const isTaken = stored && stored.documentId !== documentId && !merged.has(stored.documentId)
    if (isTaken || names.has(name)) {
      const message = `There is another entry ${name} already. Rename one of them.`
      findings.push({ severity: 'error', code: 'id_taken', message, model: model.id, entry: id })
    }
    names.add(name)
  }
  return findings
}

async function checkUnique(
  merged: ReadonlyMap<string, Checked>,
  { before, after }: { before: ContentSchema; after: ContentSchema },
  reader: ContentReader,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const asked = new Map<string, Checked[]>()
  for (const each of merged.values()) {
    if (each.deleted || !each.keys.some(({ kind }) => kind === 'unique')) continue
    asked.set(each.model.id, [...(asked.get(each.model.id) ?? []), each])
  }
  for (const [id, own] of asked) {
    const model = findModel(after, id)
    if (!model) continue
    const takenBy = new Map<string, string>()
    for (const { field, holders } of await holdersOf(own, findModel(before, id), reader))
      for (const { documentId, entry, locale, value } of holders)
        if (!merged.has(documentId)) takenBy.set(entryKeyText({ field, locale, value }), entry)
    for (const { id: entry, keys } of own) {
      for (const key of keys) {
        if (key.kind !== 'unique') continue
        const other = takenBy.get(entryKeyText(key))
        const field = model.fields.find((each) => each.key === key.field)?.name ?? key.field
        if (other !== undefined && other !== entry) {
          const message = `“${key.value}” is the ${field} of ${id}/${other} already.`
          findings.push({ severity: 'error', code: 'not_unique', message, model: id, entry, locale: key.locale, field })
        }
        takenBy.set(entryKeyText(key), entry)
      }
    }
  }
  return findings
}

const entryKeyText = ({ field, locale, value }: Pick<EntryKey, 'field' | 'locale' | 'value'>): string =>
  JSON.stringify([field, locale, value])

/** Who has the unique values of merged entries now, by the key of the field. */
async function holdersOf(own: readonly Checked[], before: Model | undefined, reader: ContentReader) {
  if (!before) return []
  const values = Map.groupBy(
    own.flatMap(({ keys }) => keys.filter(({ kind }) => kind === 'unique')),
    ({ field }) => field,
  )
  const found: { field: string; holders: readonly Holder[] }[] = []
  for (const [key, keys] of values) {
    const texts = [...new Set(keys.map(({ value }) => value))]
    const field = valueFields(before).find((each) => each.key === key)
    if (!field) continue
    const holders =
      field.definition.unique === true
        ? await reader.holders(before.id, field.name, texts)
        : await inSlices(holdersAmong(await reader.entries(before.id), field.name, texts))
    found.push({ field: key, holders })
  }
  return found
}

/** The names of entries that are merged, as they are before. */
function namesBefore(documents: readonly MergedDocument[]): ReadonlySet<string> {
  const names = documents.flatMap(({ before }) => {
    const identity = before.get('deleted') === true ? undefined : entryIdentity(before)
    return identity ? [entryName(identity)] : []
  })
  return new Set(names)
}

async function checkReferences(
  merged: ReadonlyMap<string, Checked>,
  before: ReadonlySet<string>,
  reader: ContentReader,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const present = new Set(
    [...merged.values()].flatMap(({ model, id, deleted }) => (deleted ? [] : [`${model.id}/${id}`])),
  )
  const exists = async (model: string, id: string) => {
    if (present.has(`${model}/${id}`)) return true
    const stored = await reader.entry(model, id)
    return stored !== undefined && !merged.has(stored.documentId)
  }
  const rest = createRests()
  for (const { model, id, deleted, keys, kept } of merged.values()) {
    await rest()
    for (const key of deleted ? [] : keys) {
      const { kind, field, locale, value, targetModel } = key
      if (kind !== 'ref' || targetModel === undefined) continue
      // A reference that was lost before the merge does not block it.
      if (kept.has(JSON.stringify(key)) && !before.has(`${targetModel}/${value}`)) continue
      if (await exists(targetModel, value)) continue
      const message = `It refers to ${targetModel}/${value}, which there is not.`
      const name = model.fields.find((each) => each.key === field)?.name ?? field
      findings.push({
        severity: 'error',
        code: 'broken_relation',
        message,
        model: model.id,
        entry: id,
        locale,
        field: name,
      })
    }
    if (!deleted) continue
    const others = (await reader.referrers(model.id, id)).filter(({ documentId }) => !merged.has(documentId))
    const [first] = others
    if (!first) continue
    const message = `${model.id}/${id} would be deleted, and ${first.model}/${first.entry} refers to it.`
    findings.push({ severity: 'error', code: 'referenced', message, model: model.id, entry: id })
  }
  return findings
}
