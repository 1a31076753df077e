import { defineOperation, ok } from '@atelier/operation'
import { Type } from 'typebox'
import type { CmsContext } from '../context/context.ts'
import { type FoundItems, findItems, type ItemOfMenu } from '../menus/items.ts'
import type { MenuLocation } from '../menus/menus.ts'
import { isAtLocation, Location, MenuView, menuView, readMenus } from '../menus/read.ts'
import { removeItems } from '../menus/write.ts'

const Label = Type.String({ minLength: 1, maxLength: 120 })

export const removeNavigationItem = defineOperation({
  id: 'cms.removeNavigationItem',
  summary: 'Remove an item from the navigation',
  description: 'Take the links with these labels out of the menus of all pages.',
  icon: 'list-minus',
  of: 'site.deleteNode',
  effect: 'write',
  fromReading: true,
  asks: true,
  workflow: 'auto-merge',
  affects: ['page'],
  input: Type.Object(
    {
      label: Type.Union([Label, Type.Array(Label, { minItems: 1, maxItems: 20 })]),
      location: Location,
      // A model of the described tools sends it; only a person's decision counts.
      confirmed: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ removed: Type.Integer(), menus: Type.Array(MenuView) }),
  async consequence(context: CmsContext, { label, location = 'both' }) {
    const labels = labelsOf(label)
    if (labels.length < 2) return undefined
    const { found } = await allItems(context, labels, location)
    if (!found) return undefined
    const names = [...new Set(found.map(({ item }) => `“${item.label}”`))]
    const copies = new Set(found.flatMap(({ menu }) => menu.copies.map(({ entry }) => entry.id)))
    return {
      message: `Take ${names.join(', ')} out of the menus of ${copies.size} pages. An undo brings them back.`,
      target: `${names.length} items of the navigation`,
      documentIds: [...copies],
    }
  },
  async run(context: CmsContext, { label, location = 'both' }) {
    const { found, refused } = await allItems(context, labelsOf(label), location)
    if (refused) return refused
    let removed = 0
    for (const menu of new Set(found.map((each) => each.menu))) {
      const own = found.filter((each) => each.menu === menu).map(({ item }) => item)
      await removeItems(context, menu, own)
      removed += menu.copies.length * own.length
    }
    const now = await readMenus(context)
    return ok({ removed, menus: now.filter((menu) => isAtLocation(menu, location)).map(menuView) })
  },
})

const labelsOf = (label: string | readonly string[]): string[] =>
  typeof label === 'string' ? [label] : [...new Set(label.map((each) => each.trim().toLowerCase()))]

async function allItems(
  context: CmsContext,
  labels: readonly string[],
  location: MenuLocation | 'both',
): Promise<FoundItems> {
  const menus = await readMenus(context)
  const all: ItemOfMenu[] = []
  for (const label of labels) {
    const items = findItems(menus, label, location)
    if (items.refused) return items
    all.push(...items.found)
  }
  return { found: all }
}
