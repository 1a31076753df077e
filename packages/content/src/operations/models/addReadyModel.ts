import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { readSchema, setRoute } from '../../model/contentDocument.ts'
import { readyModels, readyRoutes } from '../../model/readyModels.ts'
import { writtenOutput } from '../shared/support.ts'
import { init_project } from './initProject.ts'
import { save_model } from './saveModel.ts'

export const addReadyModel = defineOperation({
  id: 'content.addReadyModel',
  summary: 'Add a ready model',
  description:
    'Add a ready model (post, page, person, product, event, question) with its address on the site, in one step; sets content up first if there is none.',
  icon: 'package-plus',
  keywords: ['blog', 'news', 'ready model', 'template', 'set up posts'],
  effect: 'write',
  capability: 'content.model',
  phases: [...phasesFor('init'), ...phasesFor('write')],
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    {
      model: Type.String({ maxLength: 200 }),
      locales: Type.Optional(
        Type.Array(Type.String({ maxLength: 20 }), { minItems: 1, maxItems: 50, description: 'Of new content.' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...writtenOutput, model: Type.String(), route: Type.String() }),
  async run(context: ContentContext, { model: id, locales = ['en'] }) {
    const ready = readyModels.find((each) => each.id === id)
    if (!ready)
      return fail('unknown_model', `There is no ready model “${id.slice(0, 80)}”.`, {
        path: '/model',
        hint: `There are ${readyModels.map((each) => each.id).join(', ')}.`,
      })
    const { contentDocumentId, drafts } = context
    const route = readyRoutes[id] ?? id
    const { fields = {}, ...properties } = ready
    const model = { ...properties, fields: { ...fields } }
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    const schema = draft && readSchema(draft)
    if (!draft || !schema) {
      const made = await init_project.run(context, {
        locales,
        domains: [ready.domain],
        models: [model],
        routes: { [id]: route },
      })
      if (!made.ok || !made.data) return made.ok ? fail('not_set_up', 'Content could not be set up.') : made
      const { locales: _locales, models: _models, ...written } = made.data
      return ok({ ...written, model: id, route })
    }
    if (schema.models.some((each) => each.id === id))
      return fail('model_exists', `There is a model “${id}” already.`, {
        path: '/model',
        hint: 'setRoute gives its entries pages.',
      })
    const taken = Object.entries(schema.routes ?? {}).find(([, each]) => each === route)
    if (taken)
      return fail('route_taken', `The pages of ${taken[0]} are at /${taken[1]}/ already.`, {
        path: '/model',
        hint: 'Give them another route with setRoute first.',
      })
    const saved = await save_model.run(context, model)
    if (!saved.ok || !saved.data) return saved.ok ? fail('not_set_up', 'The model could not be saved.') : saved
    setRoute(draft, id, route)
    const { workflow, merged, branch, scheduleEnded } = saved.data
    return ok({
      workflow,
      merged,
      ...(branch === undefined ? {} : { branch }),
      ...(scheduleEnded === undefined ? {} : { scheduleEnded }),
      model: id,
      route,
    })
  },
})
