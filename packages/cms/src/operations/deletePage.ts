import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import { type CmsContext, site } from '../context/context.ts'
import { linkTarget, type Menu, type MenuItem } from '../menus/menus.ts'
import { readMenus } from '../menus/read.ts'
import { removeItems } from '../menus/write.ts'
import { addressOfPage, pageInput, pageNamed } from '../pages/pages.ts'

export const deletePage = defineOperation({
  id: 'cms.deletePage',
  summary: 'Delete a page',
  description: 'Delete a page; removeFromNavigation takes its items out of the menus too.',
  icon: 'file-x',
  of: 'site.deletePage',
  effect: 'destructive',
  workflow: 'auto-merge',
  affects: ['site', 'page'],
  input: Type.Object(
    {
      ...pageInput,
      removeFromNavigation: Type.Optional(Type.Boolean()),
      // A model of the described tools sends it; only a person's decision counts.
      confirmed: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    pagesLeft: Type.Number(),
    /** How many items were taken out of menus, over all pages. */
    removedItems: Type.Integer(),
    homePageId: Type.Optional(Type.String()),
  }),
  async consequence(context: CmsContext, { removeFromNavigation = false, ...named }) {
    const { found } = pageNamed(context, named)
    const own = found && (await context.others.consequence(site('site.deletePage'), { pageId: found.id }))
    if (!found || !own || !removeFromNavigation) return own
    const items = await itemsOfPage(context, found.id)
    if (items.length === 0) return own
    const places = items.map(({ menu }) => `the menu in the ${menu.location} of ${menu.copies.length} pages`)
    const ids = new Set([...own.documentIds, ...items.flatMap(({ menu }) => menu.copies.map(({ entry }) => entry.id))])
    const message = `${own.message} It is taken out of ${places.join(' and ')}.`
    return { ...own, message, documentIds: [...ids] }
  },
  async run(context: CmsContext, { removeFromNavigation = false, ...named }) {
    const { found, refused } = pageNamed(context, named)
    if (refused) return refused
    const items = removeFromNavigation ? await itemsOfPage(context, found.id) : []
    for (const { menu, items: own } of items) await removeItems(context, menu, own)
    const done = await context.others.invoke(site('site.deletePage'), { pageId: found.id })
    if (!done.ok) return done
    const { pagesLeft = 0, homePageId } = done.data ?? {}
    return ok(
      {
        id: found.id,
        name: found.title,
        slug: found.slug,
        pagesLeft,
        removedItems: items.reduce((sum, { menu, items: own }) => sum + menu.copies.length * own.length, 0),
        ...(homePageId === undefined ? {} : { homePageId }),
      },
      { warnings: done.warnings },
    )
  },
})

/** The items of the menus that lead to exactly this page. */
async function itemsOfPage(context: CmsContext, id: string): Promise<{ menu: Menu; items: MenuItem[] }[]> {
  const { found } = pageNamed(context, { id })
  if (!found) return []
  const target = linkTarget(context.site, id, addressOfPage(context, found))
  return (await readMenus(context))
    .map((menu) => ({ menu, items: menu.items.filter((item) => item.target === target) }))
    .filter(({ items }) => items.length > 0)
}
