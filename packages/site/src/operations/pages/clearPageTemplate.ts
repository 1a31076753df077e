import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { page as pageEntry, pages } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'
import { outletsOf } from '../../template/resolve.ts'
import { unknownPage } from '../shared/target.ts'

export const clearPageTemplate = defineOperation({
  id: 'site.clearPageTemplate',
  summary: 'Make a template a page again',
  description: 'Make a template a page again.',
  icon: 'layout-panel-top',
  keywords: ['stop being a template', 'remove template', 'normal page'],
  effect: 'write',
  tab: true,
  affects: ['site'],
  input: Type.Object({ pageId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({ pageId: Type.String() }),
  async run(context: SiteContext, { pageId }) {
    const { site } = context
    const entry = pageEntry(site, pageId)
    if (!entry) return unknownPage(context, pageId)
    if (!entry.template) {
      const templates = pages(site).filter(({ template }) => template)
      const hint =
        templates.length === 0
          ? 'The site has no templates.'
          : `The templates are ${templates.map(({ id, title }) => `${id} “${title}”`).join(', ')}.`
      return fail('not_a_template', `“${entry.title}” is not a template.`, { path: '/pageId', hint })
    }
    site.set(`page:${pageId}/template`, null)
    const page = await context.drafts.open(pageId)
    const [outlet] = page ? outletsOf(readTree(page)) : []
    const warnings = outlet ? [`Its outlet (${outlet.id}) means nothing in a page; delete it with deleteNode.`] : []
    return ok({ pageId }, { warnings })
  },
})
