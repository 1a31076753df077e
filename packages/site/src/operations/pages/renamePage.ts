import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { HOME_SLUG, page as pageEntry, pages, slugify, uniqueSlug } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'
import { meantSlug, textWarnings } from '../../lint/settingsPages.ts'
import { keepTargets, moveLinks, pageAddresses } from '../../publish/moved.ts'
import { recordRedirect } from '../../publish/redirects.ts'
import { unknownPage } from '../shared/target.ts'

export const renamePage = defineOperation({
  id: 'site.renamePage',
  summary: 'Rename a page',
  description: 'Change a page’s title and, if given, slug (path). Slug "index": the home page.',
  icon: 'file-pen',
  keywords: [
    'redirect',
    'url',
    'page address',
    'permalink',
    'slug',
    'path',
    'move page',
    'home page',
    'homepage',
    'start page',
  ],
  effect: 'write',
  tab: true,
  affects: ['site'],
  input: Type.Object(
    {
      pageId: Type.String(),
      title: Type.String({ minLength: 1, maxLength: 200 }),
      slug: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageId: Type.String(),
    title: Type.String(),
    slug: Type.String(),
    /** Pages whose slug changed to avoid a conflict. */
    changed: Type.Optional(Type.Array(Type.Object({ pageId: Type.String(), slug: Type.String() }))),
    /** How many links of other pages lead to the new address now. */
    links: Type.Optional(Type.Integer()),
  }),
  async run(context: SiteContext, { pageId, title, slug }) {
    const { site } = context
    const entry = pageEntry(site, pageId)
    if (!entry) return unknownPage(context, pageId)
    const addresses = slug === undefined ? undefined : pageAddresses(site)
    const meant = slug === undefined || slug === entry.slug ? undefined : meantSlug(slug)
    const warnings = [...(meant?.warning === undefined ? [] : [meant.warning]), ...textWarnings({ title })]
    const changed: { pageId: string; slug: string }[] = []
    let wanted = meant?.slug ?? entry.slug
    if (wanted === HOME_SLUG && entry.slug !== HOME_SLUG) {
      for (const other of pages(site).filter((each) => each.slug === HOME_SLUG)) {
        const given = uniqueSlug(site, slugify(other.title), other.id)
        site.set(`page:${other.id}/slug`, given)
        changed.push({ pageId: other.id, slug: given })
      }
    } else if (wanted !== entry.slug) {
      const free = uniqueSlug(site, wanted, pageId)
      if (free !== wanted) warnings.push(`The slug "${wanted}" was taken; the page has "${free}".`)
      wanted = free
      if (entry.slug === HOME_SLUG)
        warnings.push('No page has the slug "index" now; the first page stands in as the home page.')
    }
    const name = title.trim()
    if (name !== entry.title) site.set(`page:${pageId}/title`, name)
    if (wanted !== entry.slug) {
      site.set(`page:${pageId}/slug`, wanted)
      // A page on which nothing stands yet was never linked to: it is only being named.
      if (!(await isBlankPage(context, pageId))) recordRedirect(site, entry.slug, wanted, context.now())
    }
    let links = 0
    if (addresses) {
      const open = (id: string) => context.drafts.open(id)
      await keepTargets(site, addresses, open)
      links = await moveLinks(site, addresses, open)
    }
    return ok(
      {
        pageId,
        title: name,
        slug: wanted,
        ...(changed.length > 0 ? { changed } : {}),
        ...(links > 0 ? { links } : {}),
      },
      { warnings },
    )
  },
})

async function isBlankPage({ drafts }: SiteContext, pageId: string): Promise<boolean> {
  const page = await drafts.open(pageId)
  const tree = page && readTree(page)
  return tree !== undefined && tree.children(tree.root).length === 0
}
