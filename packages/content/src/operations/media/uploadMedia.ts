import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { ContentContext } from '../../context/context.ts'
import { phasesFor } from '../../context/phase.ts'
import type { ContentServices } from '../../context/services.ts'
import { AltTexts, assetAnswer, assetOutput, libraryOf, refuseLocales, Tags } from './assets.ts'

export const upload_media = defineOperation({
  id: 'content.upload_media',
  summary: 'Take a file from the web into the library',
  description: 'Fetch a file by its public URL and keep it in the library. Returns its path, which entries hold.',
  icon: 'upload',
  keywords: ['add picture', 'import image', 'download'],
  effect: 'write',
  workflow: 'none',
  phases: phasesFor('write'),
  affects: ['site'],
  address: ({ url }) => url,
  input: Type.Object(
    {
      url: Type.String({ minLength: 1, maxLength: 2_000 }),
      alt: Type.Optional(AltTexts),
      tags: Type.Optional(Tags),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(assetOutput),
  question: (context: ContentContext, { alt = {} }) =>
    'refused' in libraryOf(context) || refuseLocales(alt, context) ? undefined : true,
  outside: async ({ assets }: ContentServices, { url }, { signal }) => assets?.fetch(url, signal),
  async run(context: ContentContext, { alt = {}, tags }, fetched) {
    const library = libraryOf(context)
    if ('refused' in library) return library.refused
    const refused = refuseLocales(alt, context)
    if (refused) return refused
    if (!fetched) return fail('unavailable', 'Files of the web are fetched by the server alone.')
    if ('error' in fetched) return fail('not_uploaded', fetched.error, { path: '/url', hint: 'Try another address.' })
    const kept = await library.assets.add(fetched)
    const described = await library.assets.update(kept.id, { alt, ...(tags ? { tags } : {}) })
    return ok(assetAnswer(described ?? kept, context))
  },
})
