import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { DocumentTarget, PlacedRef, pageReference } from '../shared/documentRef.ts'
import { findPage } from '../shared/target.ts'

/**
 * Nothing happens here: the tab of the person whose run it is follows the result, as it follows edits of another page;
 * the run's later calls mean this document if they name none.
 */
export const open_document = defineOperation({
  id: 'site.open_document',
  summary: 'Open a document',
  description: 'Show a document in the editor. Within a run, later calls without a document mean it.',
  icon: 'panel-top-open',
  keywords: ['switch page', 'go to page', 'show page', 'navigate'],
  effect: 'read',
  input: Type.Object({ document: DocumentTarget }, { additionalProperties: false }),
  output: Type.Object({ document: PlacedRef, title: Type.String() }),
  async run(context: SiteContext, { document }) {
    const target = await findPage(context, document.id)
    if (target.refused) return target.refused
    const { entry } = target.found
    return ok({ document: pageReference(entry), title: entry.title })
  },
})
