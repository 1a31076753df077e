import { wordsIn } from '@atelier/content'
import type { View } from '@atelier/documents'
import { documents, type PageTree } from '@atelier/site'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { collectMenus } from '../menus/menus.ts'
import { sectionFields } from '../sections/fields.ts'
import { type FrameComponents, sectionsOf } from '../sections/sections.ts'
import { nameInFields } from '../sections/views.ts'

const Texts = Type.Object({
  sections: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), words: Type.String() })),
  menus: Type.Array(Type.Object({ label: Type.String(), href: Type.String() })),
})
/** The searched texts of one document of pages, as they are stored. */
export type PageTexts = Static<typeof Texts>

export const isPageTexts = (value: unknown): value is PageTexts => Value.Check(Texts, value)

/** The most words of a section that are searched. */
const MOST_WORDS = 4_000

/** The sections of a page with their words, one at a time, and the items of its menus. */
export function* readPageTexts(
  site: View,
  pageId: string,
  tree: PageTree,
  frames: FrameComponents,
): Generator<void, PageTexts, void> {
  const sections: PageTexts['sections'] = []
  for (const node of sectionsOf(tree, frames)) {
    const fields = sectionFields(site, tree, node.id)
    const words: string[] = []
    for (const { value } of fields) {
      if (words.length >= MOST_WORDS) break
      words.push(...wordsIn(typeof value === 'string' ? value : 'label' in value ? value.label : value.alt))
    }
    sections.push({ id: node.id, name: nameInFields(node, fields), words: words.slice(0, MOST_WORDS).join(' ') })
    yield
  }
  const found = collectMenus(site)
  const entry = documents(site).find(({ id }) => id === pageId)
  if (entry) found.add(entry, tree)
  const items = found.menus().flatMap((menu) => menu.items)
  return { sections, menus: items.map(({ label, target }) => ({ label, href: target })) }
}
