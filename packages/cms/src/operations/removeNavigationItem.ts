import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { isAtLocation, itemsNamed, Location, MenuView, menuView, noMenu, readMenus } from '../menus/read.ts'
import { removeItems } from '../menus/write.ts'

export const removeNavigationItem = defineOperation({
  id: 'cms.removeNavigationItem',
  summary: 'Remove an item from the navigation',
  description: 'Take the link with this label out of the menus of all pages (both unless location says otherwise).',
  icon: 'list-minus',
  of: 'site.deleteNode',
  effect: 'write',
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    { label: Type.String({ minLength: 1, maxLength: 120 }), location: Location },
    { additionalProperties: false },
  ),
  output: Type.Object({ removed: Type.Integer(), menus: Type.Array(MenuView) }),
  async run(context: CmsContext, { label, location = 'both' }) {
    const menus = (await readMenus(context)).filter((menu) => isAtLocation(menu, location))
    if (menus.length === 0) return noMenu([], location === 'both' ? undefined : location)
    const found = menus
      .map((menu) => ({ menu, items: itemsNamed(menu, label) }))
      .filter(({ items }) => items.length > 0)
    if (found.length === 0) {
      const labels = new Set(menus.flatMap(({ items }) => items.map((item) => item.label)))
      return fail('unknown_item', `No menu has an item “${label.slice(0, 80)}”.`, {
        path: '/label',
        hint: `The items are ${[...labels].slice(0, 40).join(', ')}.`,
      })
    }
    const twice = found.find(({ items }) => items.length > 1)
    if (twice)
      return fail('ambiguous_item', `The ${twice.menu.location} has ${twice.items.length} items “${label}”.`, {
        path: '/label',
        hint: 'Give them other labels first.',
      })
    let removed = 0
    for (const { menu, items } of found) {
      await removeItems(context, menu, items)
      removed += menu.copies.length
    }
    const now = await readMenus(context)
    return ok({ removed, menus: now.filter((menu) => isAtLocation(menu, location)).map(menuView) })
  },
})
