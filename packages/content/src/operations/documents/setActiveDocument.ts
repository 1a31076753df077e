import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { localeInput } from '../shared/reads.ts'
import { findLocale, findModel } from '../shared/support.ts'
import { documentInput, documentName, findDocument } from './documentReference.ts'

/**
 * Nothing happens here: the tab of the person whose run it is follows the result, as it does when the agent opens a page
 * of the site.
 */
export const set_active_document = defineOperation({
  id: 'content.set_active_document',
  summary: 'Open a document',
  description: 'Show an entry in the editor of the person, in one locale.',
  icon: 'panel-top-open',
  keywords: ['open entry', 'show entry', 'go to entry'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object({ document: documentInput, locale: localeInput }, { additionalProperties: false }),
  output: Type.Object({
    document: Type.String(),
    documentId: Type.String(),
    model: Type.String(),
    id: Type.String(),
    locale: Type.String(),
    title: Type.String(),
  }),
  async run(context: ContentContext, { document, locale: asked }) {
    const found = await findDocument(context, document)
    if (!found.ok) return found.result
    const { stored } = found.value
    const model = await findModel(context, stored.model)
    if (!model.ok) return model.result
    const locale = findLocale(model.value, asked)
    if (!locale.ok) return locale.result
    return ok({
      document: documentName(stored),
      documentId: stored.documentId,
      model: stored.model,
      id: stored.id,
      locale: locale.value,
      title: stored.title,
    })
  },
})
