import type { Attribute } from '../document/node.ts'
import { nodeAttribute, type PageNode, type PageTree, splitClasses } from '../document/tree.ts'

/**
 * Attributes of a link that several pages show, or of an element around one: its further classes on the page that the link
 * leads to, and on all other pages. They are not published.
 */
export const CURRENT_CLASS = 'data-current-class'
export const OTHER_CLASS = 'data-other-class'

/** Whether a link leads to the page at an address, whatever its query and anchor are. */
export const leadsTo = (href: string | undefined, address: string): boolean =>
  href !== undefined && href.trim().replace(/[?#].*$/s, '') === address

/** The address of the link that an element is or is around; undefined if there is none. */
export function linkAddress(tree: PageTree, node: PageNode): string | undefined {
  for (const each of tree.walk(node.id)) if (each.tag === 'a') return nodeAttribute(each, 'href') ?? ''
  return undefined
}

/**
 * The attributes of an element as a page shows them: a link to the page itself has the classes for that and
 * `aria-current="page"`.
 * @param address where the page is published, from the root on; undefined if that is no page of the list
 */
export function currentLinkAttributes(
  attributes: readonly Attribute[],
  node: PageNode,
  tree: PageTree,
  address: string | undefined,
): readonly Attribute[] {
  if (!attributes.some(([name]) => name === CURRENT_CLASS || name === OTHER_CLASS)) return attributes
  const isCurrent = address !== undefined && leadsTo(linkAddress(tree, node), address)
  const value = (name: string) => attributes.find(([each]) => each === name)?.[1] ?? ''
  const further = splitClasses(value(isCurrent ? CURRENT_CLASS : OTHER_CLASS))
  const classes = [...new Set([...splitClasses(value('class')), ...further])].join(' ')
  const shown: Attribute[] = []
  for (const [name, own] of attributes) {
    if (name === CURRENT_CLASS || name === OTHER_CLASS || (name === 'aria-current' && node.tag === 'a')) continue
    shown.push([name, name === 'class' ? classes : own])
  }
  if (classes !== '' && !attributes.some(([name]) => name === 'class')) shown.push(['class', classes])
  if (isCurrent && node.tag === 'a') shown.push(['aria-current', 'page'])
  return shown
}
