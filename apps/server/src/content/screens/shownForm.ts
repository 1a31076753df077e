import type { ContentModel } from '@atelier/api'
import {
  type ContentSchema,
  fieldHtml,
  formFields,
  formHtml,
  formLabel,
  formPath,
  HONEYPOT,
  type Model,
} from '@atelier/content'

/** The form of a model as the studio shows it; empty where it has none. */
export function shownForm(model: Model, schema: ContentSchema | undefined): Pick<ContentModel, 'form'> {
  const form = schema?.forms && Object.hasOwn(schema.forms, model.id) ? schema.forms[model.id] : undefined
  if (!form) return {}
  const fields = formFields(form, model).map((field) => ({
    name: field.name,
    label: formLabel(form, field),
    html: fieldHtml(field, form),
  }))
  return {
    form: { open: form.open, action: formPath(model.id), honeypot: HONEYPOT, html: formHtml(form, model), fields },
  }
}
