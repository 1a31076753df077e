import { defineOperation, fail, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { addingProblem, findItems, menuAddress } from '../menus/items.ts'
import { isAtLocation, Location, MenuView, menuView, noMenu, readMenus } from '../menus/read.ts'
import { addItem, changeItem, removeItems } from '../menus/write.ts'

export const updateNavigationItem = defineOperation({
  id: 'cms.updateNavigationItem',
  summary: 'Change an item of the navigation',
  description: 'Change an item of the menus on all pages.',
  icon: 'list-checks',
  of: 'site.updateNodeProps',
  effect: 'write',
  fromReading: true,
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    {
      label: Type.String({ minLength: 1, maxLength: 120 }),
      newLabel: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
      newHref: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
      newLocation: Location,
      visible: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ menus: Type.Array(MenuView) }),
  async run(context: CmsContext, { label, newLabel, newHref, newLocation, visible }) {
    if ([newLabel, newHref, newLocation, visible].every((each) => each === undefined))
      return fail('no_updates', 'There is nothing to change.', {
        hint: 'Give newLabel, newHref, newLocation or visible.',
      })
    const menus = await readMenus(context)
    const { found, refused } = findItems(menus, label, 'both')
    if (refused) return refused
    const address = newHref === undefined ? undefined : menuAddress(newHref, '/newHref')
    if (address?.refused) return address.refused
    const [first] = found
    const change = {
      label: newLabel?.trim(),
      href: address?.found,
      hidden: visible === undefined ? undefined : !visible,
    }
    const stays = newLocation === undefined ? found : found.filter(({ menu }) => isAtLocation(menu, newLocation))
    const goes = newLocation === undefined ? [] : found.filter(({ menu }) => !isAtLocation(menu, newLocation))
    const targets = newLocation === undefined ? [] : menus.filter((menu) => isAtLocation(menu, newLocation))
    const missing = targets.filter((menu) => !stays.some((each) => each.menu === menu))
    if (newLocation !== undefined && targets.length === 0) return noMenu(menus, newLocation)
    const href = change.href ?? first?.item.target ?? '/'
    for (const menu of missing) {
      const problem = addingProblem(context, menu, href, '/newLocation')
      if (problem) return problem
    }
    for (const { menu, item } of stays) await changeItem(context, menu, item, change)
    for (const menu of missing) await addItem(context, menu, change.label ?? first?.item.label ?? label, href)
    for (const { menu, item } of goes) await removeItems(context, menu, [item])
    const now = await readMenus(context)
    return ok({ menus: now.map(menuView) })
  },
})
