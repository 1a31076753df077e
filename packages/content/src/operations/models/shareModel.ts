import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ContentContext, notSetUp, writtenTo } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { setPublic } from '../../model/contentDocument.ts'
import { findModel, writtenOutput } from '../shared/support.ts'

export const shareModel = defineOperation({
  id: 'content.shareModel',
  summary: 'Make a model public, or no longer',
  description:
    'Let everybody read the published entries of a model over the read API, without a key and on every site; with `public` false, nobody without a key. Drafts, branches and relations into other models stay closed.',
  icon: 'globe',
  keywords: ['public', 'read API', 'headless', 'expose', 'make private'],
  effect: 'write',
  capability: 'content.model',
  phases: phasesFor('write'),
  workflow: 'workflow-dependent',
  affects: ['content'],
  onDemand: true,
  input: Type.Object(
    { model: Type.String({ maxLength: 200 }), public: Type.Boolean() },
    { additionalProperties: false },
  ),
  output: Type.Object({ ...writtenOutput, model: Type.String(), public: Type.Boolean() }),
  async run(context: ContentContext, { model: modelId, public: isPublic }) {
    const found = await findModel(context, modelId)
    if (!found.ok) return found.result
    const { id, name, i18n } = found.value.model
    const { contentDocumentId, drafts, restriction, target } = context
    if (restriction?.locales && i18n)
      return fail('forbidden_locale', `${name} has locales that you may not change.`, { path: '/model' })
    const draft = contentDocumentId === undefined ? undefined : await drafts.open(contentDocumentId)
    if (!draft) return notSetUp()
    setPublic(draft, id, isPublic)
    return ok({ ...writtenTo(target), model: id, public: isPublic })
  },
})
