import { defineOperation } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { putImage, SectionImage } from '../images/section.ts'

export const addImageToSection = defineOperation({
  id: 'cms.addImageToSection',
  summary: 'Put a picture into a section',
  description: 'Put a picture (id, address or description) into a field that takes one.',
  icon: 'image-plus',
  of: 'site.updateNodeProps',
  effect: 'write',
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    {
      imageId: Type.String({ minLength: 1, maxLength: 1_000 }),
      pageSectionId: Type.String({ maxLength: 100 }),
      fieldName: Type.Optional(Type.String({ maxLength: 200 })),
      alt: Type.Optional(Type.String({ maxLength: 2_000 })),
    },
    { additionalProperties: false },
  ),
  output: SectionImage,
  run: (context: CmsContext, { fieldName, ...input }) =>
    putImage(context, { ...input, field: { name: fieldName, path: '/fieldName' } }),
})
