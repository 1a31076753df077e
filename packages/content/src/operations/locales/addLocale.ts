import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readSchema, setConfig } from '../../model/contentDocument.ts'
import { localePattern } from '../../model/names.ts'
import { writtenOutput } from '../shared/support.ts'

export const add_locale = defineOperation({
  id: 'content.add_locale',
  summary: 'Add a locale',
  description:
    'Add a locale to the project, such as tr or pt-BR. Until entries are translated (copy_locale, save_content) they show the default locale there.',
  icon: 'languages',
  keywords: ['language', 'translation', 'i18n', 'localise'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object({ locale: Type.String({ maxLength: 20 }) }, { additionalProperties: false }),
  output: Type.Object({ ...writtenOutput, default: Type.String(), supported: Type.Array(Type.String()) }),
  async run(context: ContentContext, { locale }) {
    const draft =
      context.contentDocumentId === undefined ? undefined : await context.drafts.open(context.contentDocumentId)
    const schema = draft && readSchema(draft)
    if (!draft || !schema) return notSetUp()
    const { locales } = schema.config
    if (!localePattern.test(locale))
      return fail('locale', `“${locale}” is no locale.`, {
        path: '/locale',
        hint: 'Use two small letters, with a region where it is needed: en, tr, pt-BR.',
      })
    const { locales: allowed } = context.restriction ?? {}
    if (allowed && !allowed.includes(locale))
      return fail('forbidden_locale', `You may not work in “${locale}”.`, { path: '/locale' })
    if (locales.supported.includes(locale))
      return fail('locale_exists', `The project has “${locale}” already.`, { path: '/locale' })
    const supported = [...locales.supported, locale]
    setConfig(draft, { locales: { ...locales, supported } })
    return ok({
      ...writtenTo(context.target),
      default: locales.default,
      supported: supported.filter(visibleTo(context.restriction).locale),
    })
  },
})
