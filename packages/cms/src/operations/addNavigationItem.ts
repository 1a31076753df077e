import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { addingProblem, MOST_ITEMS, menuAddress } from '../menus/items.ts'
import { isAtLocation, Location, MenuView, menuView, noMenu, readMenus } from '../menus/read.ts'
import { addItem } from '../menus/write.ts'

export const addNavigationItem = defineOperation({
  id: 'cms.addNavigationItem',
  summary: 'Add an item to the navigation',
  description: `Add a link to a menu on all pages (header by default); at most ${MOST_ITEMS} items.`,
  icon: 'list-plus',
  of: 'site.duplicateNode',
  effect: 'write',
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    {
      label: Type.String({ minLength: 1, maxLength: 120 }),
      href: Type.String({ minLength: 1, maxLength: 2_000 }),
      location: Location,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ menus: Type.Array(MenuView) }),
  async run(context: CmsContext, { label, href, location = 'header' }) {
    const address = menuAddress(href, '/href')
    if (address.refused) return address.refused
    const menus = await readMenus(context)
    const chosen = menus.filter((menu) => isAtLocation(menu, location))
    if (chosen.length === 0) return noMenu(menus, location)
    for (const menu of chosen) {
      const problem = addingProblem(context, menu, address.found, '/href')
      if (problem) return problem
    }
    for (const menu of chosen) await addItem(context, menu, label.trim(), address.found)
    const now = await readMenus(context)
    return ok({ menus: now.filter((menu) => isAtLocation(menu, location)).map(menuView) })
  },
})
