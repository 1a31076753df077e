import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { entryStatuses } from '../../entry/entry.ts'
import { setPublished, type WrittenMeta, writeMeta } from '../../entry/entryDocument.ts'
import { settledDigest } from '../../entry/published.ts'
import { isTranslated } from '../../entry/settle.ts'
import { editsWait } from '../../model/definition.ts'
import type { Finding } from '../../model/finding.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  type FoundModel,
  findLocale,
  findModel,
  firstOf,
  type OpenEntry,
  openForWriting,
  unknownEntry,
} from '../shared/support.ts'

const Time = Type.Union([Type.String({ maxLength: 40 }), Type.Null()])

export const update_status = defineOperation({
  id: 'content.update_status',
  summary: 'Change the status of entries',
  description:
    'Publish, unpublish (draft) or archive entries, in all locales that they are translated to or in one. Publishing again puts out the edits that wait since. publish_at and expire_at (ISO 8601) set when they are seen; null takes one away.',
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
      if (!entry) return unknownEntry(context, model.id, id)
      const translated = Object.keys(entry.live.locales).filter(
        (each) => sees.locale(each) && isTranslated(entry.live.locales[each]),
      )
      const locales = locale ? [locale.value] : translated
      for (const each of locales) {
        if (!translated.includes(each)) {
          written.findings.push(untranslated(model.id, id, each))
          continue
        }
        const { publish_at: publish, expire_at: expire } = { ...entry.live.locales[each]?.meta, ...patch }
        if (publish !== undefined && expire !== undefined && Date.parse(expire) <= Date.parse(publish))
          return fail('expire_before_publish', `${id} would expire before it is published.`, { path: '/expire_at' })
        const changed = setStatus(found.value, entry, each, patch)
        if (!changed) {
          written.findings.push(nothingSettled(model.id, id, each))
          continue
        }
        const result = entryWritten(found.value, entry.draft, each, changed)
        written.entries.push(result.entry)
        written.findings.push(...result.findings.filter((finding) => finding.locale === each))
      }
    }
    const [refused] =
      written.entries.length === 0 ? written.findings.filter(({ severity }) => severity === 'error') : []
    if (refused) return fail(refused.code, refused.message, { path: '/entryIds', hint: refused.hint ?? '' })
    return ok(entriesAnswer(context, written))
  },
})

/**
 * Sets the status and times of a locale, and publishes what is settled there if that is its status. Returns the names of
 * what has changed; undefined if nothing is settled that could be published.
 */
function setStatus(
  { model, whole }: FoundModel,
  { draft, stored }: OpenEntry,
  locale: string,
  patch: Partial<WrittenMeta>,
): string[] | undefined {
  if (patch.status !== 'published' || !editsWait(whole.config)) return writeMeta(draft, locale, patch)
  const digest = settledDigest(draft, locale, model, whole, stored.settled)
  if (digest === undefined) return undefined
  const changed = writeMeta(draft, locale, patch)
  return setPublished(draft, locale, digest) ? [...changed, 'published'] : changed
}

const nothingSettled = (model: string, entry: string, locale: string): Finding => ({
  severity: 'error',
  code: 'nothing_settled',
  message: `${entry} has no state in ${locale} yet that its model accepts, so that there is nothing to publish.`,
  model,
  entry,
  locale,
  hint: 'Fill in what it lacks first: validate says what that is.',
})

const untranslated = (model: string, entry: string, locale: string): Finding => ({
  severity: 'warning',
  code: 'not_translated',
  message: `It is not translated to ${locale}, so that it has no status there.`,
  model,
  entry,
  locale,
})
