import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { findItems } from '../menus/items.ts'
import { isAtLocation, Location, MenuView, menuView, readMenus } from '../menus/read.ts'
import { changeItem } from '../menus/write.ts'

export const toggleNavigationItem = defineOperation({
  id: 'cms.toggleNavigationItem',
  summary: 'Hide or show an item of the navigation',
  description: 'Hide an item of the menus on all pages, or show it again.',
  icon: 'eye-off',
  of: 'site.setHidden',
  effect: 'write',
  fromReading: true,
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    { label: Type.String({ minLength: 1, maxLength: 120 }), location: Location },
    { additionalProperties: false },
  ),
  output: Type.Object({ hidden: Type.Boolean(), menus: Type.Array(MenuView) }),
  async run(context: CmsContext, { label, location = 'both' }) {
    const { found, refused } = findItems(await readMenus(context), label, location)
    if (refused) return refused
    // An item that is shown in one menu and hidden in another one is hidden in both.
    const hidden = found.some(({ item }) => !item.hidden)
    for (const { menu, item } of found) await changeItem(context, menu, item, { hidden })
    const now = await readMenus(context)
    return ok({ hidden, menus: now.filter((menu) => isAtLocation(menu, location)).map(menuView) })
  },
})
