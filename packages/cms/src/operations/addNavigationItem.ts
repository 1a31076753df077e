import { defineOperation, fail, ok } from '@atelier/operation'
import { homePage, refuseUrl } from '@atelier/site'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { linkTarget } from '../menus/menus.ts'
import { isAtLocation, Location, MenuView, menuView, noMenu, readMenus } from '../menus/read.ts'
import { addItem } from '../menus/write.ts'

/** The most items of a menu: more do not fit beside each other. */
const MOST = 5

export const addNavigationItem = defineOperation({
  id: 'cms.addNavigationItem',
  summary: 'Add an item to the navigation',
  description: `Add a link to a menu on all pages (header unless location says otherwise); at most ${MOST} items.`,
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
    const refused = refuseUrl(href)
    if (refused !== undefined)
      return fail('invalid_url', `“${href.slice(0, 80)}” is refused: ${refused}.`, {
        path: '/href',
        hint: 'Send a path of the site such as /about, or an address with https.',
      })
    const address = /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(href) ? href : `/${href}`
    const menus = await readMenus(context)
    const chosen = menus.filter((menu) => isAtLocation(menu, location))
    if (chosen.length === 0) return noMenu(menus, location)
    const target = linkTarget(context.site, homePage(context.site)?.id ?? '', address)
    for (const menu of chosen) {
      const same = menu.items.find((item) => item.target === target)
      if (same)
        return fail('item_exists', `The ${menu.location} has “${same.label}” with this address already.`, {
          path: '/href',
          hint: 'Nothing has to be added.',
        })
      if (menu.items.length >= MOST)
        return fail('menu_full', `The menu in the ${menu.location} has ${menu.items.length} items already.`, {
          path: '/location',
          hint: 'Ask which one to remove, or leave the menu as it is.',
        })
    }
    for (const menu of chosen) await addItem(context, menu, label.trim(), address)
    const now = await readMenus(context)
    return ok({ menus: now.filter((menu) => isAtLocation(menu, location)).map(menuView) })
  },
})
