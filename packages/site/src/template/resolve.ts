import type { PageEntry, Template, TemplateTarget } from '../document/pages.ts'
import { isOutlet } from '../document/special.ts'
import { withoutTranslations } from '../document/translated.ts'
import type { PageNode, PageTree } from '../document/tree.ts'

/** From the widest, the order in which templates are put around each other. */
const BREADTHS: readonly TemplateTarget['kind'][] = ['everywhere', 'postTypes']

/**
 * The templates that are put around a document, the outermost first: of each breadth the one with the highest priority,
 * among equals the first one listed. A template for missing pages counts as a page here; other templates and components
 * have no templates around them. A template that is translated is put around pages in its language in the place of
 * its source.
 * @param table the slug of the collection that the content comes from, if it is an entry of one
 */
export function templatesFor(entry: PageEntry, all: readonly PageEntry[], table?: string): PageEntry[] {
  if (entry.kind === 'component' || (entry.template && entry.template.target.kind !== 'notFound')) return []
  return BREADTHS.flatMap((breadth) => {
    const fitting = withoutTranslations(all).filter(
      ({ id, template }) => id !== entry.id && template?.target.kind === breadth && fits(template, table),
    )
    const found = best(fitting)
    return found ? (inLocale(found, all, entry.locale) ?? found) : []
  })
}

/** The template that is shown if no page is found; undefined if the site has none. */
export function notFoundTemplate(all: readonly PageEntry[]): PageEntry | undefined {
  return best(withoutTranslations(all).filter(({ template }) => template?.target.kind === 'notFound'))
}

/** The visible outlets of a tree, in document order. */
export function outletsOf(tree: PageTree): PageNode[] {
  const outlets: PageNode[] = []
  const stack = tree.root === '' ? [] : [tree.node(tree.root)]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.hidden && node.id !== tree.root) continue
    if (isOutlet(node)) outlets.push(node)
    for (const child of tree.children(node.id).toReversed()) stack.push(child)
  }
  return outlets
}

/** The translation of a template for pages in a language. */
function inLocale({ id }: PageEntry, all: readonly PageEntry[], locale: string | undefined): PageEntry | undefined {
  return locale === undefined
    ? undefined
    : all.find((each) => each.source === id && each.locale === locale && each.template !== undefined)
}

function fits({ target }: Template, table: string | undefined): boolean {
  return target.kind !== 'postTypes' || (table !== undefined && target.tableSlugs.includes(table))
}

function best(entries: readonly PageEntry[]): PageEntry | undefined {
  let found: PageEntry | undefined
  for (const entry of entries) {
    if ((entry.template?.priority ?? 0) > (found?.template?.priority ?? Number.NEGATIVE_INFINITY)) found = entry
  }
  return found
}
