import { type Envelope, fail, yieldToOthers } from '@atelier/operation'
import { documents, type PageTree, readTree, type SiteContext } from '@atelier/site'
import { type Static, Type } from 'typebox'
import { type Menu, type MenuItem, type MenuLocation, menusOf } from './menus.ts'

/** Yields to other requests after this many documents. */
const SLICE = 8

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

/** The menus of the site as the call's drafts have them. */
export async function readMenus({ site, drafts }: SiteContext): Promise<Menu[]> {
  const trees = new Map<string, PageTree>()
  for (const [index, { id }] of documents(site).entries()) {
    if (index % SLICE === SLICE - 1) await yieldToOthers()
    const draft = await drafts.open(id)
    if (draft) trees.set(id, readTree(draft))
  }
  return menusOf(site, trees)
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
