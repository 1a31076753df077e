import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryName, entryStatuses } from '../../entry/entry.ts'
import type { WrittenMeta } from '../../entry/entryDocument.ts'
import { isTranslated } from '../../entry/settle.ts'
import type { Finding } from '../../model/finding.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findLocale,
  findModel,
  firstOf,
  openForWriting,
  unknownEntry,
} from '../shared/support.ts'
import { changeStatus } from './changeStatus.ts'

const Time = Type.Union([Type.String({ maxLength: 40 }), Type.Null()])

export const update_status = defineOperation({
  id: 'content.update_status',
  summary: 'Change the status of entries',
  description:
    'Publish, unpublish (draft) or archive entries, in all locales that they are translated to or in one. Publishing again puts out the edits that wait since. publish_at and expire_at (ISO 8601) set when they are seen: a publish_at to come publishes a draft then, as it is by that time; null takes one away. Entries that are refused are named in errors, and all others are changed.',
  icon: 'circle-check',
  keywords: ['publish', 'unpublish', 'archive', 'draft', 'schedule', 'release'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      entryIds: Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 10_000 }),
      status: Type.Optional(Type.Enum(entryStatuses)),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
      publish_at: Type.Optional(Time),
      expire_at: Type.Optional(Time),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, entryIds, locale: asked, ...given }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    const locale = asked === undefined ? undefined : findLocale(found.value, asked)
    if (locale && !locale.ok) return locale.result
    const patch: Partial<WrittenMeta> = given.status === undefined ? {} : { status: given.status }
    for (const name of ['publish_at', 'expire_at'] as const) {
      const time = given[name]
      if (time === undefined) continue
      if (time !== null && Number.isNaN(Date.parse(time)))
        return fail('time', `“${time}” is no time such as 2026-03-09T10:00:00Z.`, { path: `/${name}` })
      patch[name] = time === null ? undefined : new Date(time).toISOString()
    }
    if (Object.keys(patch).length === 0)
      return fail('no_data', 'There is neither a status nor a time to set.', { path: '/status' })

    const sees = visibleTo(context.restriction)
    const { now, left } = firstOf([...new Set(entryIds)])
    const written: EntriesWritten = { entries: [], findings: [], left }
    for (const id of now) {
      const entry = await openForWriting(context, model, id)
      if (!entry) {
        if (now.length === 1) return unknownEntry(context, model.id, id)
        written.findings.push(unknownId(model.id, id))
        continue
      }
      const translated = Object.keys(entry.live.locales).filter(
        (each) => sees.locale(each) && isTranslated(entry.live.locales[each]),
      )
      const locales = locale ? [locale.value] : translated
      for (const each of locales) {
        if (!translated.includes(each)) {
          written.findings.push(untranslated(model.id, id, each))
          continue
        }
        const done = changeStatus(found.value, entry, each, patch, context.now())
        if (!done.ok) {
          written.findings.push(done.refused)
          continue
        }
        const result = entryWritten(found.value, entry.draft, each, done.changed)
        written.entries.push(result.entry)
        written.findings.push(...done.warnings, ...result.findings.filter((finding) => finding.locale === each))
      }
    }
    const [refused] =
      written.entries.length === 0 ? written.findings.filter(({ severity }) => severity === 'error') : []
    if (refused) return refusedAll(refused)
    return ok(entriesAnswer(context, written))
  },
})

/** Nothing of a call was done, for this reason. */
const refusedAll = ({ code, message, hint }: Finding) =>
  fail(code, message, {
    path: code === 'expire_before_publish' ? '/expire_at' : '/entryIds',
    ...(hint === undefined ? {} : { hint }),
  })

const unknownId = (model: string, entry: string): Finding => ({
  severity: 'error',
  code: 'unknown_entry',
  message: `There is no entry ${entryName({ model, id: entry })}.`,
  model,
  entry,
})

const untranslated = (model: string, entry: string, locale: string): Finding => ({
  severity: 'warning',
  code: 'not_translated',
  message: `It is not translated to ${locale}, so that it has no status there.`,
  model,
  entry,
  locale,
})
