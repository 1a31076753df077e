import { createRests, defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { sectionTemplates, templateFields } from '../sections/templates.ts'

export const listSectionTemplates = defineOperation({
  id: 'cms.listSectionTemplates',
  summary: 'List the section templates',
  description: 'What can be added as a section: key, name, field names.',
  icon: 'layout-template',
  of: 'site.insertLayout',
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    templates: Type.Array(
      Type.Object({ key: Type.String(), name: Type.String(), kind: Type.String(), fields: Type.Array(Type.String()) }),
    ),
  }),
  async run(context: CmsContext) {
    const rest = createRests()
    const templates = []
    for (const template of await sectionTemplates(context)) {
      await rest()
      const fields = templateFields(context, template).map(({ name }) => name)
      templates.push({ key: template.key, name: template.name, kind: template.kind, fields })
    }
    return ok({ templates })
  },
})
