import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { TemplateField, templateFields, templateNamed } from '../sections/templates.ts'

export const getSectionFields = defineOperation({
  id: 'cms.getSectionFields',
  summary: 'Get the fields of a section template',
  description: 'Fields of a section template: name, kind, example.',
  icon: 'list-tree',
  of: 'site.insertLayout',
  effect: 'read',
  input: Type.Object({ key: Type.String({ maxLength: 200 }) }, { additionalProperties: false }),
  output: Type.Object({ key: Type.String(), name: Type.String(), fields: Type.Array(TemplateField) }),
  async run(context: CmsContext, { key }) {
    const { found, refused } = await templateNamed(context, key, '/key')
    if (refused) return refused
    return ok({ key: found.key, name: found.name, fields: templateFields(context, found) })
  },
})
