import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../context.ts'
import { HOME_SLUG, page as pageEntry, pages } from '../document/pages.ts'
import { unknownPage } from './target.ts'

export const deletePage = defineOperation({
  id: 'site.deletePage',
  summary: 'Delete a page',
  description: 'Delete a page with everything on it. The last page cannot be deleted.',
  icon: 'file-x',
  effect: 'destructive',
  affects: ['site', 'page'],
  input: Type.Object({ pageId: Type.String() }, { additionalProperties: false }),
  output: Type.Object({
    pageId: Type.String(),
    title: Type.String(),
    slug: Type.String(),
    pagesLeft: Type.Number(),
    /** The page that became the home page in its place. */
    homePageId: Type.Optional(Type.String()),
  }),
  run(context: SiteContext, { pageId }) {
    const { site } = context
    const entry = pageEntry(site, pageId)
    if (!entry) return unknownPage(context, pageId)
    const left = pages(site).filter(({ id }) => id !== pageId)
    const [next] = left
    if (!next) {
      const hint = 'Add another page first with addPage, or empty this one with replaceNodeHtml.'
      return fail('last_page', 'A site keeps at least one page.', { path: '/pageId', hint })
    }
    site.set(`page:${pageId}/deleted`, true)
    const { title, slug } = entry
    const orphaned = slug === HOME_SLUG && left.every((each) => each.slug !== HOME_SLUG)
    if (orphaned) site.set(`page:${next.id}/slug`, HOME_SLUG)
    const warnings = orphaned ? [`“${next.title}” is the home page now.`] : []
    return ok(
      { pageId, title, slug, pagesLeft: left.length, ...(orphaned ? { homePageId: next.id } : {}) },
      { warnings },
    )
  },
})
