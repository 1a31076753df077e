import type { Json } from '@atelier/documents'
import { createRests, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { digestOf } from '../../entry/digest.ts'
import { ONLY_ENTRY } from '../../entry/entry.ts'
import { createEntry, readEntry, setTranslated, writeValues } from '../../entry/entryDocument.ts'
import { isTranslated, mainLocale, refuseId } from '../../entry/settle.ts'
import type { Model } from '../../model/definition.ts'
import { integerKeyMessage } from '../../model/fields.ts'
import type { Finding } from '../../model/finding.ts'
import { isIntegerKey, isRecord } from '../../model/json.ts'
import { BODY, fieldOf, valueFields } from '../../model/named.ts'
import { checkWritten, jsonOf, type WantedEntry } from '../shared/checkWritten.ts'
import { holdTyped } from '../shared/heldEdits.ts'
import { mergeKnown, type OpenedEntry } from '../shared/known.ts'
import {
  type Attempt,
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findLocale,
  findModel,
  firstOf,
  got,
  openForWriting,
  refusedCall,
  refuseFindings,
  typingInput,
} from '../shared/support.ts'

export const save_content = defineOperation({
  id: 'content.save_content',
  summary: 'Save content',
  description:
    'Create or update entries. Merges: fields that are not named stay; null clears one. `data` by kind: collection {id: {field: value}} ("new" as id makes an entry); singleton {field: value}; dictionary {key: text}; document {field: value} with `slug` and, for its text, `body`. At most 500 entries a call.',
  icon: 'save',
  keywords: ['create entry', 'update entry', 'edit content', 'write', 'translate', 'post'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      locale: Type.Optional(Type.String({ maxLength: 20, description: 'Default: the project’s.' })),
      data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      slug: Type.Optional(Type.String({ maxLength: 200, description: 'Of a document.' })),
      body: Type.Optional(Type.String({ description: 'Of a document, in Markdown.' })),
      typing: Type.Optional(typingInput),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  run: (context: ContentContext, input) => saveEntries(context, input, mergeKnown),
})

interface SaveInput extends Given {
  model: string
  locale?: string | undefined
  typing?: boolean | undefined
}

/** Saves values that are known to stand over what the entry has now, whatever their caller has read before. */
export const saveMerged = (context: ContentContext, input: SaveInput) =>
  saveEntries(context, input, async (_context, _model, _locale, opened) => ({ ok: true, value: [...opened] }))

async function saveEntries(
  context: ContentContext,
  { model: modelId, locale: asked, typing = false, ...given }: SaveInput,
  merge: typeof mergeKnown,
) {
  const found = await findModel(context, modelId)
  if (!found.ok) return found.result
  const { model, schema } = found.value
  const locale = findLocale(found.value, asked)
  if (!locale.ok) return locale.result
  const wanted = wantedEntries(context, model, given)
  if (!wanted.ok) return wanted.result
  const { now, left } = firstOf(wanted.value)

  const opened: (OpenedEntry & { documentId: string })[] = []
  for (const { id: wantedId, values, isNew } of now) {
    let id = wantedId
    let existing = await openForWriting(context, model, id)
    while (isNew && existing) {
      id = newEntryId(context)
      existing = await openForWriting(context, model, id)
    }
    const refusal = existing ? undefined : refuseNewId(model, id)
    if (refusal !== undefined) return fail('id', refusal, { path: '/data' })
    const documentId = existing?.stored.documentId ?? context.newId()
    opened.push({ id, existing, documentId, values: existing ? values : { ...defaultsOf(model), ...values } })
  }
  const wrong = refuseFindings(await checkWritten(context, model, locale.value, opened))
  if (wrong) return wrong
  const merged = await merge(context, model, locale.value, opened)
  if (!merged.ok) return merged.result
  const findings = await checkWritten(context, model, locale.value, merged.value)
  const wrongTogether = refuseFindings(findings)
  if (wrongTogether) return wrongTogether

  const written: EntriesWritten = { entries: [], findings: [], left }
  const rest = createRests()
  for (const { id, existing, documentId, values } of merged.value) {
    await rest()
    const draft = existing?.draft ?? context.drafts.create(documentId, 'entry')
    if (!existing) createEntry(draft, { model: model.id, id })
    const isForAll = Object.keys(values).some((name) => fieldOf(model, name)?.shared !== undefined)
    const touched = isForAll ? Object.keys(existing?.live.locales ?? {}) : [locale.value]
    const hold = holdTyped(context, found.value, existing, touched, typing)
    const changed = writeValues(draft, model, locale.value, values)
    const held = hold(changed.length > 0)
    const main = mainLocale(model, schema.config)
    if (locale.value !== main && changed.length > 0) {
      const source = readEntry(draft, model).locales[main]
      setTranslated(draft, locale.value, isTranslated(source) && source ? digestOf(source.values) : undefined)
    }
    const { entry, findings: issues } = entryWritten(found.value, draft, locale.value, changed)
    written.entries.push(held.has(locale.value) ? { ...entry, held: true } : entry)
    written.findings.push(...issues)
  }
  // Without what others have written in the same fields, which the caller has not seen.
  for (const { documentId, values } of opened) context.known?.note(documentId, locale.value, values)
  const warnings = findings.filter((each) => !written.findings.some((other) => equalProblem(each, other)))
  return ok(entriesAnswer(context, { ...written, findings: [...written.findings, ...warnings] }))
}

const equalProblem = (one: Finding, other: Finding) =>
  one.code === other.code && one.entry === other.entry && one.field === other.field && one.locale === other.locale

const defaultsOf = (model: Model): Record<string, Json> =>
  Object.fromEntries(
    (model.kind === 'dictionary' ? [] : valueFields(model)).flatMap(({ name, definition }) =>
      definition.default === undefined || definition.default === null ? [] : [[name, definition.default]],
    ),
  )

function refuseNewId(model: Model, id: string): string | undefined {
  return refuseId(model, id) ?? (model.kind === 'collection' && isIntegerKey(id) ? integerKeyMessage(id) : undefined)
}

interface Given {
  data?: Record<string, unknown> | undefined
  slug?: string | undefined
  body?: string | undefined
}

/** The entries that a call means, by the form that `data` has for each kind of model. */
function wantedEntries(
  context: ContentContext,
  model: Model,
  { data = {}, slug, body }: Given,
): Attempt<(WantedEntry & { isNew?: boolean })[]> {
  const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, jsonOf(value)]))
  if (model.kind === 'document') return wantedDocument(model, values, slug, body)
  if (slug !== undefined || body !== undefined)
    return refusedCall('not_a_document', `${model.name} is a ${model.kind}: slug and body are of documents alone.`, {
      hint: 'Give the values in data.',
    })
  if (Object.keys(values).length === 0)
    return refusedCall('no_data', 'There is nothing to save.', { path: '/data', hint: exampleOf(model) })
  if (model.kind !== 'collection') return got([{ id: ONLY_ENTRY, values }])
  const wanted: (WantedEntry & { isNew: boolean })[] = []
  for (const [id, fields] of Object.entries(values)) {
    if (!isRecord(fields)) {
      const why = fieldOf(model, id) ? `“${id}” is a field, and data names entries.` : `“${id}” has no fields.`
      return refusedCall('data', `${why} ${exampleOf(model)}`, {
        path: '/data',
        hint: 'delete_content deletes entries.',
      })
    }
    const isNew = /^new(?:-\d{1,4})?$/.test(id)
    wanted.push({ id: isNew ? newEntryId(context) : id, values: fields, isNew })
  }
  return got(wanted)
}

function wantedDocument(
  model: Model,
  values: Record<string, Json>,
  slug: string | undefined,
  body: string | undefined,
): Attempt<WantedEntry[]> {
  const { slug: inside, ...rest } = values
  const id = slug ?? (typeof inside === 'string' ? inside : undefined)
  if (id === undefined)
    return refusedCall('no_slug', 'A document is named by its slug.', { path: '/slug', hint: exampleOf(model) })
  const all = {
    ...rest,
    ...(inside === undefined || inside === id ? {} : { slug: inside }),
    ...(body === undefined ? {} : { [BODY]: body }),
  }
  if (Object.keys(all).length === 0)
    return refusedCall('no_data', 'There is nothing to save.', { path: '/data', hint: exampleOf(model) })
  return got([{ id, values: all }])
}

function exampleOf(model: Model): string {
  const field = model.title_field ?? 'title'
  switch (model.kind) {
    case 'collection':
      return `Such as {"model": "${model.id}", "data": {"new": {"${field}": "…"}}}.`
    case 'dictionary':
      return `Such as {"model": "${model.id}", "data": {"nav.home": "Home"}}.`
    case 'singleton':
      return `Such as {"model": "${model.id}", "data": {"${field}": "…"}}.`
    case 'document':
      return `Such as {"model": "${model.id}", "slug": "hello-world", "data": {"${field}": "…"}, "body": "…"}.`
  }
}

/** 12 hexadecimal digits, as the format's tools make them: one of each sign of a random id, whatever its alphabet is. */
export function newEntryId({ newId }: ContentContext): string {
  const signs = `${newId()}${newId()}`.replace(/[^a-zA-Z0-9]/g, '')
  return [...signs]
    .map((sign) => (sign.charCodeAt(0) % 16).toString(16))
    .join('')
    .slice(-12)
    .padStart(12, 'a')
}
