import type { Draft } from '@atelier/documents'
import { type Envelope, fail, nearestName } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import { type ContentContext, notSetUp, type WrittenEntry, writtenTo } from '../../context/context.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { entryName } from '../../entry/entry.ts'
import { createEntry, entryIdentity, type LiveEntry, readEntry } from '../../entry/entryDocument.ts'
import { digestByKeys, seenDigest } from '../../entry/published.ts'
import { isTranslated, mainLocale, settleEntry } from '../../entry/settle.ts'
import { readSchema } from '../../model/contentDocument.ts'
import { type ContentSchema, editsWait, localesOf, type Model, workflows } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'

/** The most entries that one call writes. */
export const MAX_ENTRIES = 500
/** The most findings that an answer or an error lists. */
const MAX_FINDINGS = 20

/** A result, or why there is none. */
export type Attempt<Value> = { ok: true; value: Value } | { ok: false; result: Envelope<never> }

export const got = <Value>(value: Value): Attempt<Value> => ({ ok: true, value })
export const refusedCall = (...about: Parameters<typeof fail>): { ok: false; result: Envelope<never> } => ({
  ok: false,
  result: fail(...about),
})

const FindingOutput = Type.Object({
  severity: Type.Enum(['error', 'warning']),
  code: Type.String(),
  message: Type.String(),
  model: Type.Optional(Type.String()),
  entry: Type.Optional(Type.String()),
  locale: Type.Optional(Type.String()),
  field: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer()),
  hint: Type.Optional(Type.String()),
})

/** The problems in an answer. */
export const findingsOutput = Type.Array(FindingOutput)

/** The members of every writing operation's answer. */
export const writtenOutput = {
  workflow: Type.Enum(workflows),
  merged: Type.Boolean({ description: 'False: it waits on `branch`.' }),
  branch: Type.Optional(Type.String()),
  scheduleEnded: Type.Optional(
    Type.String({ description: 'When `branch` would have been merged by itself: this write has ended that.' }),
  ),
}

/** The input of operations that save while a person types. */
export const typingInput = Type.Boolean({
  description:
    'The person may be typing on. Where edits of published entries go out at once, visitors see them 20 seconds after the last such save, or with the next one without `typing`.',
})

/** Those of an answer about entries. */
export const entriesOutput = {
  ...writtenOutput,
  entries: Type.Array(
    Type.Object({
      model: Type.String(),
      id: Type.String(),
      locale: Type.String(),
      changed: Type.Array(Type.String()),
      settled: Type.Boolean(),
      waits: Type.Optional(
        Type.Literal(true, {
          description: 'Published · changed: visitors see the former values until it is published again.',
        }),
      ),
      held: Type.Optional(
        Type.Literal(true, {
          description: 'A person is typing: visitors see it 20 seconds after the last key.',
        }),
      ),
    }),
  ),
  errors: Type.Array(FindingOutput, { description: 'What keeps entries from being seen.' }),
  warnings: findingsOutput,
  left: Type.Optional(Type.Integer({ description: 'Entries that this call did not reach: call again for them.' })),
}

/** The entries written by an operation, as its answer lists them. */
export interface EntriesWritten {
  entries: WrittenEntry[]
  findings: Finding[]
  left?: number
}

/** The findings of one severity, as many as an answer lists. */
export const findingsOf =
  (findings: readonly Finding[]) =>
  (severity: Finding['severity']): Finding[] =>
    findings.filter((each) => each.severity === severity).slice(0, MAX_FINDINGS)

/** The answer of a call that wrote entries, without what its caller may not see of them. */
export function entriesAnswer({ target, restriction }: ContentContext, { entries, findings, left }: EntriesWritten) {
  const sees = visibleTo(restriction)
  const of = findingsOf(
    findings.filter(({ model, locale }) => (model === undefined || sees.model(model)) && sees.locale(locale)),
  )
  return {
    ...writtenTo(target),
    entries: entries.filter(({ model, locale }) => sees.model(model) && sees.locale(locale)),
    errors: of('error'),
    warnings: of('warning'),
    ...(left === undefined || left <= 0 ? {} : { left }),
  }
}

/** An error that names what is wrong, each with its entry and field; only if there is an error among the findings. */
export function refuseFindings(findings: readonly Finding[], what = 'Nothing was saved'): Envelope<never> | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return undefined
  const lines = errors.slice(0, MAX_FINDINGS).map(({ entry, locale, field, message, hint }) => {
    const at = [entry, locale === '*' ? undefined : locale, field].filter((part) => part !== undefined).join(' · ')
    return `${at === '' ? '' : `${at}: `}${message}${hint === undefined ? '' : ` ${hint}`}`
  })
  const more = errors.length > lines.length ? ` And ${errors.length - lines.length} more.` : ''
  const [first] = errors
  return fail(errors.length === 1 && first ? first.code : 'invalid_content', `${what}. ${lines.join('\n')}${more}`)
}

/** The whole of a project's models, also where the caller may see only some of them. */
export async function wholeSchema(context: ContentContext): Promise<ContentSchema | undefined> {
  const { reader, restriction, contentDocumentId, drafts } = context
  if (!restriction?.models && !restriction?.locales) return reader.schema()
  const view = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
  return view && readSchema(view)
}

export interface FoundModel {
  model: Model
  /** As the caller may see it. */
  schema: ContentSchema
  /** As it is, by which entries settle. */
  whole: ContentSchema
}

export async function findModel(context: ContentContext, id: string): Promise<Attempt<FoundModel>> {
  const schema = await context.reader.schema()
  const whole = await wholeSchema(context)
  if (!schema || !whole) return { ok: false, result: notSetUp() }
  const model = schema.models.find((each) => each.id === id)
  if (model) return got({ model, schema, whole })
  const ids = schema.models.map((each) => each.id)
  const near = nearestName(id, [...ids, ...schema.models.map(({ name }) => name)])
  const meant = schema.models.find((each) => each.id === near || each.name === near)?.id
  return refusedCall('unknown_model', `There is no model “${id}”.`, {
    path: '/model',
    hint: meant
      ? `Did you mean “${meant}”?`
      : `There are ${ids.slice(0, 30).join(', ') || 'none: make one with save_model'}.`,
  })
}

/** The locale that a call is about: the project's own unless it says another. */
export function findLocale({ model, schema }: FoundModel, locale: string | undefined): Attempt<string> {
  const known = localesOf(model, schema.config)
  const main = mainLocale(model, schema.config)
  // An untranslated value has one text in all locales.
  if (!model.i18n && (locale === undefined || schema.config.locales.supported.includes(locale))) return got(main)
  const wanted = locale ?? main
  if (known.includes(wanted)) return got(wanted)
  return refusedCall('unknown_locale', `The project has no locale “${wanted}”.`, {
    path: '/locale',
    hint: `There are ${schema.config.locales.supported.join(', ')}. add_locale adds another.`,
  })
}

/** The refusal of one of several entries, which the answer lists beside those that were written. */
export function refusedEntry(result: Envelope<never>, model: string, entry: string): Finding {
  const error = result.ok ? undefined : result.error
  const { code, message, hint } = error ?? { code: 'refused', message: 'It was refused.', hint: undefined }
  return { severity: 'error', code, message, model, entry, ...(hint === undefined ? {} : { hint }) }
}

/** Why there is no entry of this id, and which one may be meant. */
export async function unknownEntry({ reader }: ContentContext, model: string, id: string): Promise<Envelope<never>> {
  const ids = (await reader.entries(model)).map((entry) => entry.id)
  const near = nearestName(id, ids)
  const some = ids.slice(0, 10).join(', ')
  return fail('unknown_entry', `There is no entry ${entryName({ model, id })}.`, {
    hint:
      near !== undefined
        ? `Did you mean “${near}”?`
        : ids.length === 0
          ? 'The model has no entries.'
          : `There are ${some}${ids.length > 10 ? ' and more' : ''}.`,
  })
}

export interface OpenEntry {
  stored: StoredEntry
  draft: Draft
  live: LiveEntry
}

/** An entry to be written; undefined if there is none of this id. */
export async function openForWriting(
  { reader, drafts }: ContentContext,
  model: Model,
  id: string,
): Promise<OpenEntry | undefined> {
  const stored = await reader.entry(model.id, id)
  const draft = stored && (await drafts.open(stored.documentId))
  if (!stored || !draft) return undefined
  // Its birth may have been deleted over a socket of an earlier version.
  if (!entryIdentity(draft)) createEntry(draft, { model: model.id, id })
  return { stored, draft, live: readEntry(draft, model) }
}

/** An answer's description of an entry after it was written. */
export function entryWritten(
  { model, whole }: Pick<FoundModel, 'model' | 'whole'>,
  draft: Draft,
  locale: string,
  changed: string[],
): { entry: WrittenEntry; findings: readonly Finding[] } {
  const live = readEntry(draft, model)
  const { settled, unsettled, issues } = settleEntry(live, model, whole)
  const isSettled = !unsettled.has(locale)
  const own = settled?.locales[locale]
  const isPublished = editsWait(whole.config) && own !== undefined && own.meta.status === 'published'
  const waits =
    isPublished &&
    isSettled &&
    changed.length > 0 &&
    seenDigest(draft, locale, whole.config) !== digestByKeys(own.values, model)
  return {
    entry: { model: model.id, id: live.id, locale, changed, settled: isSettled, ...(waits ? { waits } : {}) },
    findings: issues,
  }
}

/** Why a call may not change an entry as a whole: it has translations that the caller may not see. */
export function refuseHiddenLocales(
  { restriction }: ContentContext,
  { id, locales }: Pick<LiveEntry, 'id' | 'locales'>,
): Envelope<never> | undefined {
  const sees = visibleTo(restriction)
  if (Object.keys(locales).every((locale) => sees.locale(locale) || !isTranslated(locales[locale]))) return undefined
  return fail('forbidden_locale', `${id} has translations that you may not change.`, {
    hint: 'Change one of its locales that you may work in.',
  })
}

/** Why the id of an entry has to stay: values that the caller may not see refer to it. */
export async function refuseHiddenReferrers(
  { branches, restriction }: ContentContext,
  model: string,
  id: string,
): Promise<Envelope<never> | undefined> {
  if (!branches || !(restriction?.models || restriction?.locales)) return undefined
  const sees = visibleTo(restriction)
  const all = await branches.reader.referrers(model, id)
  if (all.every((each) => sees.model(each.model) && sees.locale(each.locale))) return undefined
  return fail('referenced', `${entryName({ model, id })} is referred to by content that you may not see.`, {
    hint: 'Ask somebody who may work on all of the content.',
  })
}

/** As many as one call takes, and how many are left. */
export function firstOf<Item>(items: readonly Item[]): { now: readonly Item[]; left: number } {
  return { now: items.slice(0, MAX_ENTRIES), left: Math.max(0, items.length - MAX_ENTRIES) }
}

/** The strict check's findings in the files of the repository, as far as the caller may see their subjects. */
export async function findingsInFiles(
  { services, restriction }: ContentContext,
  only?: string,
): Promise<readonly Finding[]> {
  const sees = visibleTo(restriction)
  const checked = await services.repository?.check()
  return (checked?.findings ?? []).filter(
    ({ model, locale }) =>
      (model === undefined ? !restriction?.models : sees.model(model)) &&
      (locale === undefined ? !restriction?.locales : sees.locale(locale)) &&
      (only === undefined || model === only),
  )
}
