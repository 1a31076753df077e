import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { memberOf } from '../../model/json.ts'
import { findModel } from '../shared/support.ts'
import { formAnswer, formOutput, noForm } from './forms.ts'

export const readForm = defineOperation({
  id: 'content.readForm',
  summary: 'Read the form of a model',
  description: 'The form by which visitors of the site send entries of a model, with its HTML.',
  icon: 'inbox',
  keywords: ['contact form', 'public form'],
  effect: 'read',
  phases: phasesFor('read'),
  onDemand: true,
  input: Type.Object({ model: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object(formOutput),
  async run(context: ContentContext, { model: modelId }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, whole } = found.value
    const form = memberOf(whole.forms ?? {}, model.id)
    return form ? formAnswer(form, model) : noForm(model)
  },
})
