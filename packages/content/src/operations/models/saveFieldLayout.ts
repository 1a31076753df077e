import { defineOperation, fail, nearestName, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { FieldLayout, setLayout } from '../../model/layouts.ts'
import { valueFields } from '../../model/named.ts'
import { findModel, writtenOutput } from '../shared/support.ts'

export const saveFieldLayout = defineOperation({
  id: 'content.saveFieldLayout',
  summary: 'Set how a form shows a field',
  description:
    'Put a field into a section or a tab of the entry form, give it a placeholder, or show it only while another field has a value. It changes no entry and no model file; `layout` null takes it back.',
  icon: 'layout-list',
  keywords: ['form layout', 'section', 'tab', 'placeholder', 'conditional field'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      field: Type.String({ maxLength: 200 }),
      layout: Type.Union([FieldLayout, Type.Null()]),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...writtenOutput, model: Type.String(), field: Type.String() }),
  async run(context: ContentContext, { model: modelId, field, layout }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    const { contentDocumentId, drafts, target } = context
    const names = model.kind === 'dictionary' ? [] : valueFields(model).map(({ name }) => name)
    for (const [name, path] of [[field, '/field'] as const, [layout?.when?.field ?? field, '/layout/when'] as const]) {
      if (names.includes(name)) continue
      const near = nearestName(name, names)
      return fail('unknown_field', `${model.name} has no field “${name}”.`, {
        path,
        hint: near === undefined ? `It has ${names.join(', ') || 'no fields'}.` : `Did you mean “${near}”?`,
      })
    }
    if (layout?.when?.field === field)
      return fail('own_field', `“${field}” cannot depend on its own value.`, { path: '/layout/when' })
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    if (!draft) return notSetUp()
    setLayout(draft, model, field, layout ?? undefined)
    return ok({ ...writtenTo(target), model: model.id, field })
  },
})
