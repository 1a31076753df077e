import type { FieldDefinition, Form, Model, ModelField } from '../model/definition.ts'
import { isNumberType } from '../model/fields.ts'
import { formLabel } from './label.ts'
import { formFields } from './submitted.ts'

/** The name of the input that people do not see and programs fill in. */
export const HONEYPOT = '_hp'

/** Where a form of a model is sent, on the site's own origin. */
export const formPath = (model: string): string => `/_forms/${model}`

/** A form as HTML, which works without a script: one label and one input for each field. */
export function formHtml(form: Form, model: Model): string {
  const fields = formFields(form, model).map((field) => fieldHtmlLines(field, form))
  return [
    `<form class="form" method="post" action="${formPath(model.id)}">`,
    ...fields.flat().map((line) => `  ${line}`),
    '  <div hidden>',
    `    <label>Leave this empty <input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label>`,
    '  </div>',
    '  <button class="button" type="submit">Send</button>',
    '</form>',
  ].join('\n')
}

/** One field of a form as HTML: its input within its label, or several in a fieldset. */
export const fieldHtml = (field: ModelField, form: Form): string => fieldHtmlLines(field, form).join('\n')

function fieldHtmlLines(field: ModelField, form: Form): string[] {
  const { name, definition } = field
  const required = definition.required === true || form.required.includes(name) ? ' required' : ''
  const label = escaped(formLabel(form, field))
  if (definition.type === 'boolean')
    return [`<label><input type="checkbox" name="${name}"${required}> ${label}</label>`]
  if (definition.type === 'array') {
    const { items } = definition
    const options = (typeof items === 'object' ? items.options : undefined) ?? []
    return options.length === 0
      ? [`<label class="field">${label} <input name="${name}"${required}></label>`]
      : [
          '<fieldset class="field">',
          `  <legend>${label}</legend>`,
          ...options.map(
            (each) =>
              `  <label><input type="checkbox" name="${name}" value="${escaped(each)}"> ${escaped(each)}</label>`,
          ),
          '</fieldset>',
        ]
  }
  if (definition.type === 'select')
    return [
      `<label class="field">${label}`,
      `  <select name="${name}"${required}>`,
      '    <option value=""></option>',
      ...(definition.options ?? []).map((each) => `    <option>${escaped(each)}</option>`),
      '  </select>',
      '</label>',
    ]
  const size = sizeAttribute(definition)
  return definition.type === 'text' || definition.type === 'markdown'
    ? [`<label class="field">${label} <textarea name="${name}"${size}${required}></textarea></label>`]
    : [
        `<label class="field">${label} <input type="${inputTypes.get(definition.type) ?? 'text'}" name="${name}"${size}${required}></label>`,
      ]
}

const inputTypes = new Map<FieldDefinition['type'], string>([
  ['email', 'email'],
  ['url', 'url'],
  ['color', 'color'],
  ['phone', 'tel'],
  ['date', 'date'],
  ['number', 'number'],
  ['integer', 'number'],
  ['decimal', 'number'],
  ['percent', 'number'],
  ['rating', 'number'],
])

function sizeAttribute({ type, min, max }: FieldDefinition): string {
  const [least, most] = isNumberType(type) ? ['min', 'max'] : ['minlength', 'maxlength']
  const step = isNumberType(type) && type !== 'integer' && type !== 'rating' ? ' step="any"' : ''
  return `${min === undefined ? '' : ` ${least}="${min}"`}${max === undefined ? '' : ` ${most}="${max}"`}${step}`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
