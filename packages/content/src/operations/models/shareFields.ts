import { defineOperation, fail, nearestName, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readModel } from '../../model/contentDocument.ts'
import { findModel, writtenOutput } from '../shared/support.ts'
import { shareFields as share } from './sharing.ts'

export const shareFields = defineOperation({
  id: 'content.shareFields',
  summary: 'Share fields among languages',
  description:
    'Give fields of a translated model one value for all languages, edited once (true), or each language its own again (false). Meant for dates, numbers, pictures, relations and tags. If languages have different values it says of which entries; `differing: "default"` then shows that of the default language in all. Repeat it while some are `left`.',
  icon: 'link',
  keywords: ['shared field', 'same in all languages', 'not translated', 'localised field'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      fields: Type.Record(Type.String({ maxLength: 200 }), Type.Boolean(), { minProperties: 1 }),
      differing: Type.Optional(Type.Literal('default')),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...writtenOutput,
    model: Type.String(),
    shared: Type.Array(Type.String(), { description: 'All fields that have one value for all languages now.' }),
    differing: Type.Integer({ description: 'Entries whose languages had different values.' }),
    left: Type.Optional(Type.Integer({ description: 'Entries to be looked at before a field is of each language.' })),
  }),
  async run(context: ContentContext, { model: modelId, fields, differing }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { contentDocumentId, drafts, target } = context
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    const model = draft && readModel(draft, found.value.model.id)
    if (!draft || !model) return notSetUp()
    const names = model.fields.map(({ name }) => name).filter((name) => model.kind !== 'document' || name !== 'slug')
    const unknown = Object.keys(fields).find((name) => !names.includes(name))
    if (unknown !== undefined) {
      const near = nearestName(unknown, names)
      return fail('unknown_field', `${model.name} has no field “${unknown}”.`, {
        path: '/fields',
        hint: near === undefined ? `It has ${names.join(', ') || 'no fields'}.` : `Did you mean “${near}”?`,
      })
    }
    const wanted = new Map(Object.entries(fields))
    const done = await share(context, draft, { model, wanted, takesDefault: differing === 'default' })
    if (!done.ok) return done.result
    const { left, differing: others } = done.value
    const now = readModel(draft, model.id)?.fields ?? []
    return ok({
      ...writtenTo(target),
      model: model.id,
      shared: now.flatMap(({ name, shared }) => (shared === undefined ? [] : [name])),
      differing: others,
      ...(left > 0 ? { left } : {}),
    })
  },
})
