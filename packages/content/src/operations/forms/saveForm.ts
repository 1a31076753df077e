import { defineOperation, fail } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { mainLocale } from '../../entry/settle.ts'
import type { Form } from '../../model/definition.ts'
import {
  formDefaults,
  MAX_LABEL,
  MAX_MESSAGE,
  MAX_PATH,
  MAX_PER_MINUTE,
  MAX_PER_MONTH,
  setForm,
  sitePathPattern,
} from '../../model/forms.ts'
import { memberOf, recordOf } from '../../model/json.ts'
import { findLocale, findModel } from '../shared/support.ts'
import { formAnswer, formOutput, sendableFields } from './forms.ts'

const Names = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 })

export const saveForm = defineOperation({
  id: 'content.saveForm',
  summary: 'Let visitors send entries',
  description:
    'Make or change the form by which visitors of the site send entries of a model: they wait as submissions until somebody approves them. Only what is given changes. Answers with HTML for a page.',
  icon: 'inbox',
  keywords: ['contact form', 'public form', 'submissions', 'open', 'close'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'auto-merge',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      open: Type.Optional(Type.Boolean({ description: 'Whether it takes anything now.' })),
      fields: Type.Optional(Names),
      required: Type.Optional(Names),
      labels: Type.Optional(
        Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: MAX_LABEL }), {
          maxProperties: 100,
          description: 'What fields are called in the form; empty: as in the model.',
        }),
      ),
      locale: Type.Optional(Type.String({ maxLength: 20 })),
      message: Type.Optional(
        Type.String({ maxLength: MAX_MESSAGE, description: 'What a visitor reads then; empty: what the house says.' }),
      ),
      next: Type.Optional(
        Type.String({ maxLength: MAX_PATH, description: 'A path of the site that is shown then; empty for none.' }),
      ),
      perMinute: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_MINUTE })),
      perMonth: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PER_MONTH })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(formOutput),
  async run(context: ContentContext, { model: modelId, ...given }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, whole } = found.value
    if (model.kind !== 'collection' && model.kind !== 'document')
      return fail(
        'no_entries',
        `${model.name} is a ${model.kind}: visitors can send entries of collections and documents alone.`,
        {
          path: '/model',
        },
      )
    const asked = given.locale === undefined ? undefined : findLocale(found.value, given.locale)
    if (asked && !asked.ok) return asked.result
    const known = sendableFields(model)
    for (const name of ['fields', 'required', 'labels'] as const) {
      const asked = given[name] ?? []
      const names = Array.isArray(asked) ? asked : Object.keys(asked)
      const wrong = names.find((each) => !known.includes(each))
      if (wrong !== undefined)
        return fail('unknown_field', `A visitor cannot be asked for “${wrong}”.`, {
          path: `/${name}`,
          hint: `They can be asked for ${known.join(', ') || 'no field of this model'}. No files, relations or HTML.`,
        })
    }
    if (given.next !== undefined && given.next !== '' && !sitePathPattern.test(given.next))
      return fail('path', `“${given.next}” is no path of the site, such as /thanks/.`, { path: '/next' })
    const before = memberOf(whole.forms ?? {}, model.id)
    const { message, next, ...kept } = { ...before, ...given }
    const form: Form = {
      open: false,
      required: [],
      locale: asked?.value ?? mainLocale(model, whole.config),
      ...formDefaults,
      ...kept,
      fields: given.fields ?? before?.fields ?? known,
      ...(message ? { message } : {}),
      ...(next ? { next } : {}),
      labels: recordOf(Object.entries({ ...before?.labels, ...given.labels }).filter(([, text]) => text !== '')),
      ...(asked ? { locale: asked.value } : {}),
    }
    const required = form.required.filter((name) => form.fields.includes(name))
    const draft =
      context.contentDocumentId === undefined ? undefined : await context.drafts.open(context.contentDocumentId)
    if (!draft) return notSetUp()
    setForm(draft, model, { ...form, required })
    return formAnswer({ ...form, required }, model)
  },
})
