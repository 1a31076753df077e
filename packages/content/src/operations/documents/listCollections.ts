import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { list_models } from '../models/listModels.ts'
import { pageInput } from '../shared/reads.ts'

export const list_collections = defineOperation({
  id: 'content.list_collections',
  summary: 'List the collections',
  description: 'The models of the project as collections: kind, fields, how many entries. The same as list_models.',
  icon: 'library',
  keywords: ['content types', 'post types', 'tables'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object(pageInput, { additionalProperties: false }),
  output: list_models.output,
  run: (context: ContentContext, page) => list_models.run(context, page),
})
