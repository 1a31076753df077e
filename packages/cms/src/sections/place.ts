import { type Envelope, fail } from '@atelier/operation'
import { counts, type PageEntry, type PageNode, type PageTree, type SiteContext } from '@atelier/site'
import { frameComponents } from './frames.ts'
import { isMain, sectionsOf } from './sections.ts'
import { findSection } from './views.ts'

/** Where a section goes: beside another one, or by its number from 0; last if nothing is said. */
export interface WantedPlace {
  before?: string | undefined
  after?: string | undefined
  sortOrder?: number | undefined
}

/** A place as the site's operations take it. */
export interface SectionPlace {
  parentId: string
  /** 0-based, among elements and texts. */
  index: number
}

type FoundPlace = { found: SectionPlace; refused?: undefined } | { found?: undefined; refused: Envelope<never> }

/** The place of a new section on a page. */
export async function sectionPlace(
  context: SiteContext,
  entry: PageEntry,
  tree: PageTree,
  { before, after, sortOrder }: WantedPlace,
): Promise<FoundPlace> {
  const beside = before ?? after
  if (beside !== undefined) {
    const { found, refused } = await findSection(context, beside)
    const path = before === undefined ? '/after' : '/before'
    if (refused)
      return { refused: refused.ok || !refused.error ? refused : { ...refused, error: { ...refused.error, path } } }
    if (found.entry.id !== entry.id)
      return {
        refused: fail('other_page', `That section is on “${found.entry.title}”, not on “${entry.title}”.`, {
          path,
          hint: 'Take an id of getPageSections of this page.',
        }),
      }
    return { found: besideSection(tree, found.node, before === undefined) }
  }
  const sections = sectionsOf(tree, await frameComponents(context, tree))
  const next = sortOrder === undefined ? undefined : sections[sortOrder]
  const last = sections.at(-1)
  if (next) return { found: besideSection(tree, next, false) }
  if (last) return { found: besideSection(tree, last, true) }
  return { found: placeOnEmptyPage(tree) }
}

/** In front of a section or behind it; inside of it if it is all of the page's main part. */
function besideSection(tree: PageTree, section: PageNode, isBehind: boolean): SectionPlace {
  if (isMain(section))
    return { parentId: section.id, index: isBehind ? tree.children(section.id).filter(counts).length : 0 }
  const siblings = tree.children(section.parent).filter(counts)
  const index = siblings.findIndex(({ id }) => id === section.id)
  return { parentId: section.parent, index: isBehind ? index + 1 : index }
}

function placeOnEmptyPage(tree: PageTree): SectionPlace {
  const main = [...tree.walk(tree.root)].find((node) => node.kind === 'element' && isMain(node))
  if (main) return { parentId: main.id, index: tree.children(main.id).filter(counts).length }
  const children = tree.children(tree.root).filter(counts)
  const footer = children.findIndex(({ tag }) => tag === 'footer')
  return { parentId: tree.root, index: footer < 0 ? children.length : footer }
}
