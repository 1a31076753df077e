import { createRests, type Envelope, fail } from '@atelier/operation'
import { documents, type PageEntry, readTree, type SiteContext } from '@atelier/site'
import { type Static, Type } from 'typebox'
import { collectMenus, type Menu, type MenuItem, type MenuLocation } from './menus.ts'

/** Where menus are changed. */
export const Location = Type.Optional(
  Type.Union([Type.Literal('header'), Type.Literal('footer'), Type.Literal('both')]),
)

/** A menu as results name it. */
export const MenuView = Type.Object({
  location: Type.String(),
  items: Type.Array(Type.Object({ label: Type.String(), href: Type.String(), hidden: Type.Optional(Type.Boolean()) })),
  /** The pages, templates and components that hold a copy of it. */
  copies: Type.Integer(),
  in: Type.Array(Type.String()),
})

const LISTED = 12

export const menuView = ({ location, items, copies }: Menu): Static<typeof MenuView> => ({
  location,
  items: items.map(({ label, href, hidden }) => ({ label, href, ...(hidden ? { hidden } : {}) })),
  copies: copies.length,
  in: copies.slice(0, LISTED).map(({ entry }) => entry.title),
})

/**
 * The menus of the site as the call's drafts have them.
 * @param read the documents that are read; all of the site if absent
 */
export async function readMenus(
  { site, drafts }: SiteContext,
  read: readonly PageEntry[] = documents(site),
): Promise<Menu[]> {
  const found = collectMenus(site)
  const rest = createRests()
  for (const entry of read) {
    await rest()
    const draft = await drafts.open(entry.id)
    if (draft) found.add(entry, readTree(draft))
  }
  return found.menus()
}

export const isAtLocation = (menu: Menu, location: MenuLocation | 'both' | undefined): boolean =>
  location === undefined || location === 'both' || menu.location === location

/** The refusal of a call for a menu that the site does not have as a list of links. */
export function noMenu(menus: readonly Menu[], location: string | undefined): Envelope<never> {
  const known = menus.map((menu) => `${menu.location}: ${menu.items.map(({ label }) => label).join(', ')}`)
  const message = `There is no menu${location === undefined ? '' : ` in the ${location}`} that is a plain list of links.`
  const hint =
    known.length === 0
      ? 'Read a page with site.read_document and change its links with site.updateNodeProps.'
      : `There are: ${known.join('; ')}.`
  return fail('no_menu', message, { path: '/location', hint })
}

/** The items of a menu that a label or an address names. */
export function itemsNamed({ items }: Menu, label: string): MenuItem[] {
  const wanted = label.trim().toLowerCase()
  return items.filter((item) => item.label.toLowerCase() === wanted)
}
