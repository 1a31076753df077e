import { createRests, defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { StoredEntry } from '../../context/reader.ts'
import { deleteLocale, hasLocale } from '../../entry/entryDocument.ts'
import { readSchema, setConfig, setTerm } from '../../model/contentDocument.ts'
import type { ContentSchema } from '../../model/definition.ts'
import { firstOf, writtenOutput } from '../shared/support.ts'

export const removeLocale = defineOperation({
  id: 'content.removeLocale',
  summary: 'Remove a locale',
  description:
    'Remove a locale with all that is written in it. Where there is anything, it is refused with what would be lost until `drop` is true; 500 entries at a time: `left` says how many still have it.',
  icon: 'languages',
  keywords: ['delete language', 'drop translation', 'remove language'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    { locale: Type.String({ maxLength: 20 }), drop: Type.Optional(Type.Boolean()) },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...writtenOutput,
    removed: Type.Boolean({ description: 'False while entries are left.' }),
    entries: Type.Integer({ description: 'Whose values in it went.' }),
    left: Type.Integer(),
    supported: Type.Array(Type.String()),
  }),
  async run(context: ContentContext, { locale, drop = false }) {
    const { contentDocumentId, drafts, restriction, target } = context
    if (restriction?.models || restriction?.locales)
      return fail('forbidden_locale', 'A locale goes from every model, and you may not change all of them.', {
        path: '/locale',
      })
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    const schema = draft && readSchema(draft)
    if (!draft || !schema) return notSetUp()
    const { locales } = schema.config
    if (!locales.supported.includes(locale))
      return fail('unknown_locale', `The project has no locale “${locale}”.`, {
        path: '/locale',
        hint: `There are ${locales.supported.join(', ')}.`,
      })
    if (locale === locales.default)
      return fail('default_locale', `“${locale}” is the default locale, from which others are translated.`, {
        path: '/locale',
      })
    const form = Object.entries(schema.forms ?? {}).find(([, each]) => each.open && each.locale === locale)
    if (form)
      return fail('locale_in_form', `The form of “${form[0]}” makes entries in “${locale}”.`, {
        path: '/locale',
        hint: 'Give it another locale with saveForm, or close it.',
      })
    const written = await writtenIn(context, schema, locale)
    const terms = Object.entries(schema.vocabulary).filter(([, texts]) => Object.hasOwn(texts, locale))
    if (!drop && (written.length > 0 || terms.length > 0))
      return fail('locale_in_use', `“${locale}” is written in. ${lossOf(schema, written, terms.length)}`, {
        path: '/drop',
        hint: 'With drop: true all of it goes.',
      })
    const { now, left } = firstOf(written)
    const rest = createRests()
    for (const { documentId } of now) {
      await rest()
      const entry = await drafts.open(documentId)
      if (entry) deleteLocale(entry, locale)
    }
    const supported = locales.supported.filter((each) => each !== locale)
    if (left === 0) {
      for (const [term] of terms) setTerm(draft, term, locale, undefined)
      setConfig(draft, { locales: { ...locales, supported } })
    }
    return ok({
      ...writtenTo(target),
      removed: left === 0,
      entries: now.length,
      left,
      supported: left === 0 ? supported : [...locales.supported],
    })
  },
})

/** The entries that have values of their own in a locale. */
async function writtenIn(
  { reader, drafts }: ContentContext,
  schema: ContentSchema,
  locale: string,
): Promise<StoredEntry[]> {
  const written: StoredEntry[] = []
  const rest = createRests()
  for (const model of schema.models) {
    if (!model.i18n) continue
    for (const entry of await reader.entries(model.id)) {
      await rest()
      const own = entry.settled?.locales[locale]
      // One that is not valid now may hold more than its last valid state.
      const live = entry.issues.length > 0 ? await drafts.open(entry.documentId) : undefined
      if (live ? hasLocale(live, locale) : own !== undefined && !own.standIn) written.push(entry)
    }
  }
  return written
}

/** The loss with a locale, in words. */
function lossOf(schema: ContentSchema, written: readonly StoredEntry[], terms: number): string {
  const byModel = Map.groupBy(written, ({ model }) => model)
  const lines = schema.models.flatMap(({ id, name }) => {
    const count = byModel.get(id)?.length ?? 0
    return count === 0 ? [] : [`${name}: ${count === 1 ? '1 entry' : `${count} entries`}`]
  })
  if (terms > 0) lines.push(`Vocabulary: ${terms === 1 ? '1 term' : `${terms} terms`}`)
  return `This would be lost: ${lines.join(', ')}.`
}
