import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { ImageView, imageView, searchImagesBy } from '../images/images.ts'

/** Other pictures that an answer lists. */
const OTHERS = 4

export const findImage = defineOperation({
  id: 'cms.findImage',
  summary: 'Find a picture of the site',
  description: 'The picture that fits a description best, and the next ones.',
  icon: 'image',
  of: 'content.search_media',
  effect: 'read',
  input: Type.Object({ description: Type.String({ minLength: 1, maxLength: 500 }) }, { additionalProperties: false }),
  output: Type.Object({ image: Type.Optional(ImageView), others: Type.Array(ImageView) }),
  run(context: CmsContext, { description }) {
    const [best, ...rest] = searchImagesBy(context, description).map((each) => imageView(each.entry, each.relevance))
    const warnings = best
      ? best.relevance === 'strong'
        ? []
        : ['No picture fits all of the words: ask whether this one is meant.']
      : ['No picture fits; listAllImages lists all, and site.searchImages finds new ones.']
    return ok({ ...(best ? { image: best } : {}), others: rest.slice(0, OTHERS) }, { warnings })
  },
})
