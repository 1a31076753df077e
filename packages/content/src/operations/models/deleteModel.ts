import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { visibleTo } from '../../brain/restrict.ts'
import { type ContentContext, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { deleteEntry } from '../../entry/entryDocument.ts'
import { deleteModel } from '../../model/contentDocument.ts'
import type { FieldDefinition, Model } from '../../model/definition.ts'
import { isList } from '../../model/json.ts'
import { findModel, firstOf, writtenOutput } from '../shared/support.ts'

export const delete_model = defineOperation({
  id: 'content.delete_model',
  summary: 'Delete a model',
  description:
    'Delete a model with all its entries, 500 at a time: `left` says how many are still there. Refused while a field of another model refers to it.',
  icon: 'trash-2',
  keywords: ['remove model', 'delete collection', 'delete content type'],
  effect: 'destructive',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  input: Type.Object({ model: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({
    ...writtenOutput,
    deleted: Type.Boolean({ description: 'False while entries are left.' }),
    entries: Type.Integer(),
    left: Type.Integer(),
  }),
  async consequence(context: ContentContext, { model: modelId }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return undefined
    const { model, whole } = found.value
    if (referringFields(model.id, whole.models).length > 0) return undefined
    const { length: count } = await context.reader.entries(model.id)
    const entries =
      count === 0
        ? 'It has no entries'
        : count === 1
          ? 'Its only entry goes with it'
          : `Its ${count} entries go with it`
    const { contentDocumentId } = context
    return {
      message: `Delete the model “${model.name}” (${model.id}). ${entries}.`,
      target: model.name,
      documentIds: contentDocumentId === undefined ? [] : [contentDocumentId],
    }
  },
  async run(context: ContentContext, { model: modelId }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model, whole } = found.value
    if (context.restriction?.locales && model.i18n)
      return fail('forbidden_locale', `${model.name} has locales that you may not change.`, { path: '/model' })
    const sees = visibleTo(context.restriction)
    const referring = referringFields(
      model.id,
      whole.models.filter(({ id }) => sees.model(id)),
    )
    if (referring.length === 0 && referringFields(model.id, whole.models).length > 0)
      return fail('referenced', `${model.name} is referred to by models that you may not see.`, { path: '/model' })
    if (referring.length > 0)
      return fail('referenced', `${model.name} is referred to by ${referring.join(', ')}.`, {
        path: '/model',
        hint: 'Remove these fields with save_model first.',
      })
    const { now, left } = firstOf(await context.reader.entries(model.id))
    for (const { documentId } of now) {
      const draft = await context.drafts.open(documentId)
      if (draft) deleteEntry(draft)
    }
    const { contentDocumentId: id } = context
    const content = id === undefined ? undefined : await context.drafts.open(id)
    if (content && left === 0) deleteModel(content, model.id)
    return ok({ ...writtenTo(context.target), deleted: left === 0, entries: now.length, left })
  },
})

/** The fields of other models that refer to a model, as `model.field`. */
function referringFields(id: string, models: readonly Model[]): string[] {
  return models
    .filter((model) => model.id !== id)
    .flatMap((model) =>
      model.fields.filter(({ definition }) => refersTo(definition, id)).map(({ name }) => `${model.id}.${name}`),
    )
}

function refersTo({ model, items, fields = {} }: FieldDefinition, id: string): boolean {
  if (isList(model) ? model.includes(id) : model === id) return true
  if (typeof items === 'object' && refersTo(items, id)) return true
  return Object.values(fields).some((inner) => refersTo(inner, id))
}
