import { nodeAttribute, nodeClasses, type PageNode, type PageTree, splitClasses } from '../document/tree.ts'

/** A start tag as it is written. */
export interface WrittenTag {
  tag: string
  attributes: ReadonlyMap<string, string>
}

const ATTRIBUTE = /\s*([^\s=>/"'<]{1,200})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y

/** The tag that HTML begins with, after white space and comments; undefined if it begins with something else. */
export function firstTag(html: string): WrittenTag | undefined {
  let at = skipBlank(html, 0)
  while (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4)
    if (end < 0) return undefined
    at = skipBlank(html, end + 3)
  }
  const name = /<([a-z][^\s/>]{0,60})/iy
  name.lastIndex = at
  const tag = name.exec(html)?.[1]?.toLowerCase()
  if (tag === undefined) return undefined
  const attributes = new Map<string, string>()
  ATTRIBUTE.lastIndex = name.lastIndex
  for (let found = ATTRIBUTE.exec(html); found; found = ATTRIBUTE.exec(html)) {
    const key = (found[1] ?? '').toLowerCase()
    if (!attributes.has(key)) attributes.set(key, found[2] ?? found[3] ?? found[4] ?? '')
    if (attributes.size > 100) break
  }
  return { tag, attributes }
}

function skipBlank(html: string, from: number): number {
  let at = from
  while (at < html.length && /\s/.test(html.charAt(at))) at += 1
  return at
}

/** Elements that are never a direct child of the same element type. */
const NEVER_IN_ITSELF: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 a button form label main header footer option li tr td th thead tbody tfoot caption dt dd ul ol dl figcaption summary legend select textarea title picture video audio'.split(
    ' ',
  ),
)

/**
 * Whether a tag that was sent as the content of a node repeats that node: its id or a class matches, or HTML
 * does not allow such an element inside itself. A `<div>` with other classes is a child.
 */
export function isNodeItself(tree: PageTree, node: PageNode, { tag, attributes }: WrittenTag): boolean {
  if (tag !== node.tag || node.ns !== undefined || attributes.has('uid')) return false
  if (NEVER_IN_ITSELF.has(tag)) return true
  const id = attributes.get('id')
  const ownId = nodeAttribute(node, 'id')
  if (id !== undefined && ownId !== undefined) return id === ownId
  const classes = splitClasses(attributes.get('class') ?? '')
  const own = nodeClasses(node)
  // A tag like an existing child is that child, sent again.
  const isChild = tree
    .children(node.id)
    .some((child) => child.tag === tag && nodeClasses(child).join(' ') === classes.join(' '))
  if (isChild || id !== undefined) return false
  return own.length === 0 ? classes.length === 0 : classes.some((each) => own.includes(each))
}
