import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { putImage, SectionImage } from '../images/section.ts'

export const updateSectionImage = defineOperation({
  id: 'cms.updateSectionImage',
  summary: 'Change a picture of a section',
  description: 'Show another picture in a field.',
  icon: 'image',
  of: 'site.updateNodeProps',
  effect: 'write',
  fromReading: true,
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    {
      pageSectionId: Type.String({ maxLength: 100 }),
      imageField: Type.String({ maxLength: 200 }),
      imageId: Type.String({ minLength: 1, maxLength: 1_000 }),
      alt: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    { additionalProperties: false },
  ),
  output: SectionImage,
  run: (context: CmsContext, { imageField, ...input }) =>
    putImage(context, { ...input, field: { name: imageField, path: '/imageField' } }),
})
