import { defineOperation, type Envelope, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { SiteContext } from '../../context/context.ts'
import { homePage, type PageEntry, page as pageEntry, pages, type TemplateTarget } from '../../document/pages.ts'
import { readTree } from '../../document/tree.ts'
import { outletsOf } from '../../template/resolve.ts'
import { postTypesOf } from '../shared/postTypes.ts'
import { unknownPage } from '../shared/target.ts'

const DEFAULT_PRIORITY = 100

export const setPageTemplate = defineOperation({
  id: 'site.setPageTemplate',
  summary: 'Make a page a template',
  description:
    'Make a page a template (not the home page), or change its target or priority. Pages stand in its <atelier-outlet>. The highest priority counts. notFound: the 404 page.',
  icon: 'layout-template',
  keywords: [
    'layout',
    'shared header',
    'shared footer',
    'same header on every page',
    '404 page',
    'not found page',
    'error page',
    'master page',
  ],
  effect: 'write',
  tab: true,
  affects: ['site'],
  input: Type.Object(
    {
      pageId: Type.String(),
      target: Type.Object(
        {
          kind: Type.Enum(['everywhere', 'postTypes', 'notFound']),
          tableSlugs: Type.Optional(Type.Array(Type.String())),
        },
        { additionalProperties: false },
      ),
      priority: Type.Optional(Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pageId: Type.String(),
    target: Type.Unknown(),
    priority: Type.Number(),
    outlets: Type.Number(),
  }),
  async run(context: SiteContext, { pageId, target: { kind, tableSlugs = [] }, priority }) {
    const { site } = context
    const entry = pageEntry(site, pageId)
    if (!entry) return unknownPage(context, pageId)
    if (entry.kind === 'component') {
      const hint = 'Put an instance of the component into a page, and make that page a template.'
      return fail('not_a_page', 'A component cannot be a template.', { path: '/pageId', hint })
    }
    if (kind === 'postTypes') {
      const path = '/target/tableSlugs'
      const known = await postTypesOf(context)
      const all = known?.map(({ id }) => id) ?? []
      const hint =
        all.length > 0
          ? `There are ${all.join(', ')}.`
          : 'The site has no content collections yet; use the target "everywhere" or "notFound".'
      if (tableSlugs.length === 0) return fail('invalid_input', 'Name at least one post type.', { path, hint })
      // A tab does not know the content.
      const wrong = known && tableSlugs.find((slug) => !all.includes(slug))
      if (wrong !== undefined) return fail('unknown_post_type', `There is no post type "${wrong}".`, { path, hint })
    }
    if (entry.kind === 'page' && entry.id === homePage(site)?.id) return refuseHome(entry, pages(site))
    const target: TemplateTarget = kind === 'postTypes' ? { kind, tableSlugs } : { kind }
    const given = priority ?? entry.template?.priority ?? DEFAULT_PRIORITY
    site.set(`page:${pageId}/template`, { target, priority: given })
    const page = await context.drafts.open(pageId)
    const outlets = page ? outletsOf(readTree(page)).length : 0
    return ok(
      { pageId, target, priority: given, outlets },
      { warnings: warningsFor(context, pageId, kind, given, outlets) },
    )
  },
})

/** A template has no address, so the home page of the site would be missing. */
function refuseHome({ title }: PageEntry, all: readonly PageEntry[]): Envelope<never> {
  const others = all.filter(({ kind }) => kind === 'page').length > 1
  const instead = 'Make the template from a page of its own: addPage, or duplicatePage for a copy of this one.'
  const hint = others
    ? `${instead} Or first make another page the home page: renamePage with the slug "index".`
    : instead
  return fail('home_page', `“${title}” is the home page, and a template has no address.`, { path: '/pageId', hint })
}

function warningsFor(
  { site }: SiteContext,
  pageId: string,
  kind: TemplateTarget['kind'],
  priority: number,
  outlets: number,
): string[] {
  const warnings: string[] = []
  if (kind === 'everywhere' && outlets === 0) {
    warnings.push('It has no outlet yet, so it is not put around any page: insert <atelier-outlet></atelier-outlet>.')
  }
  if (!pages(site).some((each) => each.kind === 'page')) {
    warnings.push('The site has no page left that visitors can reach; add one with addPage.')
  }
  if (outlets > 1) warnings.push(`It has ${outlets} outlets; the first one counts.`)
  const others = pages(site).filter(({ id, template }) => id !== pageId && template?.target.kind === kind)
  const stronger = others.find(({ template }) => (template?.priority ?? 0) >= priority)
  if (stronger) {
    const { title, template } = stronger
    warnings.push(
      `The template “${title}” has the same target and priority ${template?.priority}; of one target one counts.`,
    )
  }
  return warnings
}
