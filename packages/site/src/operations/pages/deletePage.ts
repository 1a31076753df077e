import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type ComponentUse, usesOf } from '../../component/uses.ts'
import type { SiteContext } from '../../context/context.ts'
import { HOME_SLUG, type PageEntry, page as pageEntry, pages } from '../../document/pages.ts'
import { type PageTree, readTree } from '../../document/tree.ts'
import { pageAddresses } from '../../publish/moved.ts'
import { danglingLinks } from '../shared/dangling.ts'
import { unknownPage } from '../shared/target.ts'

export const deletePage = defineOperation({
  id: 'site.deletePage',
  summary: 'Delete a page',
  description: 'Delete a page, template or component; not the last page or one in use.',
  icon: 'file-x',
  keywords: ['remove page', 'delete template', 'delete component'],
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
  async consequence(context: SiteContext, { pageId }) {
    const { site, drafts, actor } = context
    const entry = pageEntry(site, pageId)
    if (!entry) return undefined
    const left = pagesLeft(context, pageId)
    if (left.length === 0 || (await usesElsewhere(context, entry)).length > 0) return undefined
    const page = await drafts.open(pageId)
    const elements = page ? countElements(readTree(page)) : 0
    const path = entry.kind === 'component' ? '' : ` (${entry.slug === HOME_SLUG ? '/' : `/${entry.slug}`})`
    const heir = heirOf(entry, left)
    const message = [
      `Delete the ${entry.kind} “${entry.title}”${path}${elements === 0 ? '' : ` with its ${elements} ${elements === 1 ? 'element' : 'elements'}`}.`,
      ...(heir ? [`“${heir.title}” becomes the home page.`] : []),
      // The page itself is kept for the change set, whose undo takes the mark off it again.
      actor.runId === undefined
        ? 'Undoing this brings it back.'
        : 'Undoing the run brings it back while this chat is kept.',
    ]
    return { message: message.join(' '), target: `${entry.title}${path}`, documentIds: [pageId] }
  },
  async run(context: SiteContext, { pageId }) {
    const { site } = context
    const entry = pageEntry(site, pageId)
    if (!entry) return unknownPage(context, pageId)
    const uses = await usesElsewhere(context, entry)
    if (uses.length > 0) {
      const places = uses.map(({ document, nodeIds }) => `“${document.title}” (${nodeIds.slice(0, 5).join(', ')})`)
      const hint = 'Delete these instances, or make them ordinary nodes with detachComponent, first.'
      return fail('in_use', `The component “${entry.title}” stands in ${places.join(', ')}.`, { path: '/pageId', hint })
    }
    const left = pagesLeft(context, pageId)
    if (left.length === 0) {
      const hint = 'Add another page first with addPage, or empty this one with replaceNodeHtml.'
      return fail('last_page', 'A site keeps at least one page.', { path: '/pageId', hint })
    }
    const address = pageAddresses(site).get(pageId)
    site.set(`page:${pageId}/deleted`, true)
    const { title, slug } = entry
    const heir = heirOf(entry, left)
    if (heir) site.set(`page:${heir.id}/slug`, HOME_SLUG)
    const warnings = heir ? [`“${heir.title}” is the home page now.`] : []
    warnings.push(...(await danglingLinks(context, address)))
    return ok({ pageId, title, slug, pagesLeft: left.length, ...(heir ? { homePageId: heir.id } : {}) }, { warnings })
  },
})

/** The pages that visitors can reach, without one of them. */
function pagesLeft({ site }: SiteContext, without: string): PageEntry[] {
  return pages(site).filter(({ id, kind }) => kind === 'page' && id !== without)
}

/** The places where a component is used, except in itself. */
async function usesElsewhere(context: SiteContext, { id, kind }: PageEntry): Promise<ComponentUse[]> {
  if (kind !== 'component') return []
  return (await usesOf(context, id)).filter(({ document }) => document.id !== id)
}

/** The page that becomes the home page when this one goes; undefined if another one is or stays it. */
function heirOf(page: PageEntry, left: readonly PageEntry[]): PageEntry | undefined {
  return page.slug === HOME_SLUG && left.every(({ slug }) => slug !== HOME_SLUG) ? left[0] : undefined
}

/** The elements on a page, without its body. */
function countElements(tree: PageTree): number {
  let count = 0
  for (const { id, kind } of tree.walk()) if (kind === 'element' && id !== tree.root) count += 1
  return count
}
