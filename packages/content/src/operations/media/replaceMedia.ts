import type { Json } from '@atelier/documents'
import { createRests, defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readEntry, writeValues } from '../../entry/entryDocument.ts'
import { memberOf } from '../../model/json.ts'
import {
  type EntriesWritten,
  entriesAnswer,
  entriesOutput,
  entryWritten,
  MAX_ENTRIES,
  openForWriting,
  wholeSchema,
} from '../shared/support.ts'
import { type MediaPlace, mapMedia, mediaPlaces } from './mediaValues.ts'

export const replaceMedia = defineOperation({
  id: 'content.replaceMedia',
  summary: 'Use another file in entries',
  description:
    'Name another file of the library, by path, wherever entries name one: in fields and texts. The old picture’s alt text becomes `alt`, or none.',
  icon: 'replace',
  keywords: ['swap picture', 'exchange image', 'replace image in posts'],
  effect: 'write',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      path: Type.String({ minLength: 1, maxLength: 1_000 }),
      withPath: Type.String({ minLength: 1, maxLength: 1_000 }),
      alt: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(entriesOutput),
  async run(context: ContentContext, { path, withPath, alt = '' }) {
    const change = { from: path, to: withPath, alt }
    const rest = createRests()
    const places = new Map<string, MediaPlace[]>()
    for await (const place of mediaPlaces(context, path)) {
      await rest()
      if (place) places.set(place.stored.documentId, [...(places.get(place.stored.documentId) ?? []), place])
    }
    const whole = await wholeSchema(context)
    const written: EntriesWritten = { entries: [], findings: [], left: Math.max(0, places.size - MAX_ENTRIES) }
    for (const [first, ...others] of [...places.values()].slice(0, MAX_ENTRIES)) {
      const opened = first && (await openForWriting(context, first.model, first.stored.id))
      if (!whole || !first || !opened) continue
      const byLocale = new Map<string, Record<string, Json>>()
      for (const { locale, field } of [first, ...others]) {
        const value = memberOf(readEntry(opened.draft, first.model).locales[locale]?.values ?? {}, field)
        if (value !== undefined) byLocale.set(locale, { ...byLocale.get(locale), [field]: mapMedia(value, change) })
      }
      for (const [locale, values] of byLocale) {
        await rest()
        const changed = writeValues(opened.draft, first.model, locale, values)
        if (changed.length === 0) continue
        const { entry, findings } = entryWritten({ model: first.model, whole }, opened.draft, locale, changed)
        written.entries.push(entry)
        written.findings.push(...findings.filter((each) => each.locale === locale))
      }
    }
    return ok(entriesAnswer(context, written))
  },
})
