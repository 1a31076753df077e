import { defineOperation } from '@atelier/operation'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import { search_media } from '../media/searchMedia.ts'

export const list_media = defineOperation({
  id: 'content.list_media',
  summary: 'List the media',
  description: 'Files of the media library by words, tags or type. The same as search_media.',
  icon: 'images',
  keywords: ['media library', 'pictures', 'assets'],
  effect: 'read',
  onDemand: true,
  phases: phasesFor('read'),
  input: search_media.input,
  output: search_media.output,
  run: (context: ContentContext, input) => search_media.run(context, input),
})
