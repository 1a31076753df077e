import { fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { formHtml, formPath } from '../../form/formHtml.ts'
import type { Form, Model } from '../../model/definition.ts'
import { isSendable } from '../../model/forms.ts'

/** The settings of a form as an answer has them. */
export const formOutput = {
  open: Type.Boolean(),
  fields: Type.Array(Type.String()),
  required: Type.Array(Type.String()),
  labels: Type.Optional(Type.Record(Type.String(), Type.String())),
  known: Type.Array(Type.String(), { description: 'The fields that a visitor may be asked for.' }),
  locale: Type.String(),
  message: Type.Optional(Type.String()),
  next: Type.Optional(Type.String()),
  perMinute: Type.Integer(),
  perMonth: Type.Integer(),
  action: Type.String({ description: 'Where its HTML form is sent, on the origin of the site.' }),
  html: Type.String({ description: 'The form as HTML, for a page.' }),
}

export const formAnswer = (form: Form, model: Model) =>
  ok({
    ...form,
    fields: [...form.fields],
    required: [...form.required],
    known: sendableFields(model),
    action: formPath(model.id),
    html: formHtml(form, model),
  })

/** Why a model has no form. */
export const noForm = (model: Pick<Model, 'id' | 'name'>) =>
  fail('no_form', `${model.name} has no form.`, {
    path: '/model',
    hint: `content.saveForm {"model": "${model.id}", "fields": […], "open": true} makes one.`,
  })

/** The names of the fields that a form of this model may ask for. */
export const sendableFields = (model: Model): string[] =>
  model.fields.filter(({ definition }) => isSendable(definition)).map(({ name }) => name)
