import { defineOperation, fail, ok } from '@atelier/operation'
import { readTree } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { ContentInput, givenFields } from '../sections/add.ts'
import { fieldNamed, sectionFields } from '../sections/fields.ts'
import { FieldView, fieldView, findSection } from '../sections/views.ts'
import { writeField } from '../sections/write.ts'

/** The most field names that a refusal lists. */
const LISTED = 40

export const updateSectionContent = defineOperation({
  id: 'cms.updateSectionContent',
  summary: 'Change the content of a section',
  description:
    'Change fields by name; others stay. Text keeps its formatting unless it is HTML; a link is a text or {label, href}, a picture an address or {src, alt}; null clears.',
  icon: 'pencil',
  of: 'site.setRichText',
  effect: 'write',
  fromReading: true,
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    { pageSectionId: Type.String({ maxLength: 100 }), content: ContentInput },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageSectionId: Type.String(),
    pageId: Type.String(),
    changed: Type.Array(Type.String()),
    /** The changed fields as they are now. */
    fields: Type.Array(FieldView),
  }),
  async run(context: CmsContext, { pageSectionId, content }) {
    const given = givenFields(content, '/content')
    if (given.refused) return given.refused
    const { found, refused } = await findSection(context, pageSectionId)
    if (refused) return refused
    const { entry, page, tree, node } = found
    const fields = sectionFields(context.site, tree, node.id)
    const changed: string[] = []
    const warnings: string[] = []
    for (const [name, value] of given.found) {
      const field = fieldNamed(fields, name)
      if (!field) {
        const known = fields.slice(0, LISTED).map((each) => each.name)
        const more = fields.length > known.length ? ` and ${fields.length - known.length} more` : ''
        const hint = known.length === 0 ? 'It has none.' : `Its fields are ${known.join(', ')}${more}.`
        const message = `The section has no single field “${name.slice(0, 80)}”.`
        return fail('unknown_field', message, { path: '/content', hint })
      }
      const done = await writeField(context, readTree(page), field, value)
      if (!done.ok) return done
      if (done.data?.changed) changed.push(field.name)
      warnings.push(...(done.warnings ?? []))
    }
    if (entry.kind !== 'page' && changed.length > 0)
      warnings.push(`“${entry.title}” is a ${entry.kind}: every page that uses it shows the change.`)
    const now = sectionFields(context.site, readTree(page), node.id).filter(({ name }) => changed.includes(name))
    return ok({ pageSectionId: node.id, pageId: entry.id, changed, fields: now.map(fieldView) }, { warnings })
  },
})
