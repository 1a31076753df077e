import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { translatedDigest, translatedValues, untranslatedIn } from '../../brain/untranslated.ts'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { setTranslated, writeMeta, writeValues } from '../../entry/entryDocument.ts'
import { mainLocale } from '../../entry/settle.ts'
import { memberOf } from '../../model/json.ts'
import { checkWritten } from '../shared/checkWritten.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  findLocale,
  findModel,
  openForWriting,
  refuseFindings,
  unknownEntry,
} from '../shared/support.ts'

const MAX_ENTRIES = 100

export const saveTranslations = defineOperation({
  id: 'content.saveTranslations',
  summary: 'Save translations as drafts',
  description:
    'Write translations of texts that listUntranslated names: {entry: {field: text}}. They are drafts to review. A field that is translated already is left as it is and named in warnings; a published translation is written only with published: true, and is a draft then.',
  icon: 'languages',
  keywords: ['translate', 'translation', 'save translation', 'fill a locale'],
  effect: 'write',
  onDemand: true,
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      from: Type.Optional(Type.String({ maxLength: 20 })),
      to: Type.String({ maxLength: 20 }),
      entries: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), { maxProperties: MAX_ENTRIES }),
      published: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { model: modelId, from: asked, to, entries, published }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, schema } = found.value
    if (!model.i18n) return fail('not_translated', `${model.name} has no locales.`, { path: '/model' })
    const from = findLocale(found.value, asked)
    if (!from.ok) return from.result
    const target = findLocale(found.value, to)
    if (!target.ok) return target.result
    if (from.value === to) return fail('same_locale', 'A locale is translated to another one.', { path: '/to' })

    const written: EntriesWritten = { entries: [], findings: [] }
    const warn = (entry: string, code: string, message: string, field?: string) =>
      written.findings.push({
        severity: 'warning',
        code,
        message,
        model: model.id,
        entry,
        locale: to,
        ...(field === undefined ? {} : { field }),
      })
    const opened = []
    for (const [id, given] of Object.entries(entries)) {
      const entry = await openForWriting(context, model, id)
      if (!entry) return unknownEntry(context, model.id, id)
      const work = untranslatedIn(entry.live, model, schema.config, from.value, to)
      if (entry.live.locales[mainLocale(model, schema.config)]?.meta.status === 'archived') {
        warn(id, 'archived', 'It is archived, so nothing was written.')
        continue
      }
      if (work?.published && published !== true) {
        warn(id, 'published', `Its translation to “${to}” is published, so nothing was written.`)
        continue
      }
      for (const name of Object.keys(given)) {
        if (!work || !Object.hasOwn(work.texts, name))
          warn(id, 'not_open', 'It is translated already, or is no text of the source.', name)
      }
      const { values: translated, missing } = work ? translatedValues(work, given) : { values: {}, missing: [] }
      for (const name of missing)
        warn(id, 'in_part', 'All texts of a list or an object are to be saved in one call.', name)
      const fields = Object.keys(translated)
      if (!work || fields.length === 0) continue
      const values = { ...work.others, ...translated }
      opened.push({ id, values, fields, entry })
    }
    const findings = await checkWritten(context, model, to, opened)
    const wrong = refuseFindings(findings)
    if (wrong) return wrong
    for (const { id, values, fields, entry } of opened) {
      const { draft, live } = entry
      const mainId = mainLocale(model, schema.config)
      const main = live.locales[mainId]
      // The source may be another one than what was translated.
      const read = from.value === mainId ? await context.known?.of(entry.stored.documentId, mainId) : undefined
      const seen = fields.flatMap((name) => {
        const value = read && memberOf(read, name)
        return value === undefined || value === null ? [] : [[name, value] as const]
      })
      const before = live.locales[to]?.translated
      context.known?.note(entry.stored.documentId, to, values)
      const changed = writeValues(draft, model, to, values)
      if (live.locales[to]?.meta.status === 'published') {
        writeMeta(draft, to, { status: 'draft' })
        warn(id, 'published', `Its translation to “${to}” was published, and is a draft now.`)
      }
      if (main)
        setTranslated(draft, to, translatedDigest({ ...main.values, ...Object.fromEntries(seen) }, before, fields))
      const result = entryWritten(found.value, draft, to, changed)
      written.entries.push(result.entry)
      written.findings.push(...result.findings.filter(({ locale }) => locale === to))
    }
    return ok(entriesAnswer(context, written))
  },
})
