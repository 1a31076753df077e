import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readSchema, setRoute as writeRoute } from '../../model/contentDocument.ts'
import { routePattern } from '../../model/names.ts'
import { findModel, writtenOutput } from '../shared/support.ts'

export const setRoute = defineOperation({
  id: 'content.setRoute',
  summary: 'Give entries pages',
  description:
    'Set where the entries of a model have pages on the site: "blog" for /blog/<slug>/ and /tr/blog/<slug>/; null takes the pages away. The pages also need a template of the site with the target postTypes.',
  icon: 'route',
  keywords: ['address', 'permalink', 'url', 'route base', 'blog pages', 'detail page'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    { model: Type.String({ maxLength: 200 }), route: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]) },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...writtenOutput, route: Type.Union([Type.String(), Type.Null()]) }),
  async run(context: ContentContext, { model: modelId, route }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { model } = found.value
    if (model.kind !== 'collection' && model.kind !== 'document')
      return fail('no_entries', `${model.name} is a ${model.kind}, which has no pages of entries.`, { path: '/model' })
    const wanted = route?.replace(/^\/|\/$/g, '')
    if (wanted !== undefined && !routePattern.test(wanted))
      return fail('route', `“${route}” is no address.`, {
        path: '/route',
        hint: 'Use small letters, digits and dashes, such as blog.',
      })
    const draft =
      context.contentDocumentId === undefined ? undefined : await context.drafts.open(context.contentDocumentId)
    const schema = draft && readSchema(draft)
    if (!draft || !schema) return notSetUp()
    const taken = Object.entries(schema.routes ?? {}).find(([id, each]) => each === wanted && id !== model.id)
    if (taken)
      return fail('route_taken', `The pages of ${taken[0]} stand at /${taken[1]}/ already.`, {
        path: '/route',
        hint: 'Choose another route.',
      })
    writeRoute(draft, model.id, wanted)
    return ok({ ...writtenTo(context.target), route: wanted ?? null })
  },
})
