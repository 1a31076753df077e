import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { brain_search } from '../brain/brainSearch.ts'
import { branchInput, localeInput, modelInput, pageInput } from '../shared/reads.ts'

export const search_documents = defineOperation({
  id: 'content.search_documents',
  summary: 'Search the documents',
  description: 'Full-text search over entries, of one collection or of all. The same as brain_search.',
  icon: 'search',
  keywords: ['find entries', 'find posts'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: Type.Object(
    {
      query: Type.String({ maxLength: 1_000 }),
      collection: Type.Optional(modelInput),
      locale: localeInput,
      limit: pageInput.limit,
      ...branchInput,
    },
    { additionalProperties: false },
  ),
  output: brain_search.output,
  run: (context: ContentContext, { collection, ...rest }) =>
    brain_search.run(context, { ...rest, ...(collection === undefined ? {} : { model: collection }) }),
})
