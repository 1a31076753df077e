import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { MenuView, menuView, readMenus } from '../menus/read.ts'

export const getNavigation = defineOperation({
  id: 'cms.getNavigation',
  summary: 'Get the navigation',
  description: 'The menus in header and footer, with their items.',
  icon: 'menu',
  of: 'site.find',
  effect: 'read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ menus: Type.Array(MenuView) }),
  async run(context: CmsContext) {
    const menus = await readMenus(context)
    for (const { entry, listId } of menus.flatMap(({ copies }) => copies))
      context.shows({ documentId: entry.id, nodeId: listId })
    const warnings = menus.length > 0 ? [] : ['No page has a menu that is a plain list of links.']
    return ok({ menus: menus.map(menuView) }, { warnings })
  },
})
