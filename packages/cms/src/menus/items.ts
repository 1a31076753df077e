import { type Envelope, fail } from '@atelier/operation'
import { homePage, refuseUrl } from '@atelier/site'
import type { CmsContext } from '../context/context.ts'
import { linkTarget, type Menu, type MenuItem, type MenuLocation } from './menus.ts'
import { isAtLocation, itemsNamed, noMenu } from './read.ts'

/** The most items of a menu: more do not fit beside each other. */
export const MOST_ITEMS = 5

/** An item with the menu that has it. */
export interface ItemOfMenu {
  menu: Menu
  item: MenuItem
}

export type FoundItems = { found: ItemOfMenu[]; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** The item of a label in each menu at a location; refused if no menu has it, or if one has several. */
export function findItems(
  menus: readonly Menu[],
  label: string,
  location: MenuLocation | 'both' | undefined,
): FoundItems {
  const searched = menus.filter((menu) => isAtLocation(menu, location))
  if (searched.length === 0) return { refused: noMenu(menus, location === 'both' ? undefined : location) }
  const found: ItemOfMenu[] = []
  for (const menu of searched) {
    const [item, ...others] = itemsNamed(menu, label)
    if (others.length > 0)
      return {
        refused: fail('ambiguous_item', `The ${menu.location} has ${others.length + 1} items “${label}”.`, {
          path: '/label',
          hint: 'Give them other labels first.',
        }),
      }
    if (item) found.push({ menu, item })
  }
  if (found.length > 0) return { found }
  const labels = new Set(searched.flatMap(({ items }) => items.map((each) => each.label)))
  return {
    refused: fail('unknown_item', `No menu has an item “${label.slice(0, 80)}”.`, {
      path: '/label',
      hint: `The items are ${[...labels].slice(0, 40).join(', ')}.`,
    }),
  }
}

type FoundAddress = { found: string; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** An address as menus write it: from the site's root if it is a path. */
export function menuAddress(href: string, path: string): FoundAddress {
  const refused = refuseUrl(href)
  if (refused !== undefined)
    return {
      refused: fail('invalid_url', `“${href.slice(0, 80)}” is refused: ${refused}.`, {
        path,
        hint: 'Send a path of the site such as /about, or an address with https.',
      }),
    }
  return { found: /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(href) ? href : `/${href}` }
}

/** Why an item cannot be added to a menu: the menu has its address already, or is full. */
export function addingProblem(
  { site }: CmsContext,
  menu: Menu,
  address: string,
  path: string,
): Envelope<never> | undefined {
  const target = linkTarget(site, homePage(site)?.id ?? '', address)
  const same = menu.items.find((item) => item.target === target)
  if (same)
    return fail('item_exists', `The ${menu.location} has “${same.label}” with this address already.`, {
      path,
      hint: same.hidden ? 'toggleNavigationItem shows it again.' : 'Nothing has to be added.',
    })
  if (menu.items.length < MOST_ITEMS) return undefined
  return fail('menu_full', `The menu in the ${menu.location} has ${menu.items.length} items already.`, {
    path: '/location',
    hint: 'Ask which one to remove, or leave the menu as it is.',
  })
}
