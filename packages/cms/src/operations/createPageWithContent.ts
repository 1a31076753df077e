import { createRests, defineOperation, ok } from '@atelier/operation'
import { readTree } from '@atelier/site'
import { Type } from 'typebox'
import { type CmsContext, site } from '../context/context.ts'
import { PageMade, pageMade } from '../menus/suggestion.ts'
import { makePage } from '../pages/make.ts'
import { NewMeta } from '../pages/pages.ts'
import { addSection, ContentInput } from '../sections/add.ts'
import { holdsTopHeading, type Template, templateNamed } from '../sections/templates.ts'
import { sectionViews } from '../sections/views.ts'

export const createPageWithContent = defineOperation({
  id: 'cms.createPageWithContent',
  summary: 'Create a page with its sections',
  description: 'Make a page of section templates, filled by field name, or nothing.',
  icon: 'file-plus-2',
  of: 'site.addPage',
  effect: 'write',
  workflow: 'auto-merge',
  affects: ['site', 'page', 'styles'],
  input: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 200 }),
      slug: Type.Optional(Type.String({ maxLength: 200 })),
      sections: Type.Array(
        Type.Object(
          { sectionKey: Type.String({ maxLength: 200 }), content: Type.Optional(ContentInput) },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 30 },
      ),
      indexing: Type.Optional(Type.Boolean()),
      meta: Type.Optional(NewMeta),
    },
    { additionalProperties: false },
  ),
  output: PageMade,
  async run(context: CmsContext, { sections, ...page }) {
    const rest = createRests()
    const templates: Template[] = []
    for (const [index, { sectionKey }] of sections.entries()) {
      await rest()
      const { found, refused } = await templateNamed(context, sectionKey, `/sections/${index}/sectionKey`)
      if (refused) return refused
      templates.push(found)
    }
    const made = await makePage(context, page)
    if (!made.ok || !made.data) return made.ok ? ok() : made
    const entry = made.data
    const warnings = [...(made.warnings ?? [])]
    const [first] = templates
    // A first section with the heading of a page takes the place of the one that every new page has.
    if (first && holdsTopHeading(first)) {
      const draft = await context.drafts.open(entry.id)
      const [heading] = draft ? await sectionViews(context, readTree(draft), false) : []
      const removed = heading && (await context.others.invoke(site('site.deleteNode'), { nodeId: heading.id }))
      if (removed && !removed.ok) return removed
    }
    for (const [index, template] of templates.entries()) {
      await rest()
      const { content = {} } = sections[index] ?? {}
      const done = await addSection(context, entry, template, {
        place: {},
        content,
        path: `/sections/${index}/content`,
      })
      if (!done.ok) return done
      warnings.push(...(done.warnings ?? []))
    }
    return ok(await pageMade(context, entry), { warnings })
  },
})
