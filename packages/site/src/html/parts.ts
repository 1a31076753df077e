import { nodeAttributes, type PageNode, type PageTree, VOID_TAGS } from '../document/tree.ts'
import { openTag, printNodes, RAW_TEXT_TAGS } from './print.ts'
import { refuseTag } from './refuse.ts'
import { type Cleaned, shortenText, shortenValue } from './shorten.ts'

/** A stretch of a page's annotated HTML that stands on its own: what it is inside of is opened again and closed. */
export interface HtmlPart {
  html: string
  /** Characters of the whole cleaned HTML that it covers. */
  from: number
  to: number
}

/** At most this many ancestors are opened again at the start of a part. */
const REOPENED = 40

/** The length of text inside a JSON string. */
export const jsonLength = (text: string): number => JSON.stringify(text).length - 2

/**
 * The HTML of a page with `uid` on every element, long values shortened, cut at node boundaries into parts of at most
 * `budget` characters of JSON each. A page that fits is one part.
 */
export function htmlParts(tree: PageTree, budget: number, cleaned: Cleaned): HtmlPart[] {
  const parts: HtmlPart[] = []
  const open: { tag: string; uid: string }[] = []
  let html = ''
  let size = 0
  let closing = 0
  let from = 0
  let offset = 0
  let fresh = false

  const cut = () => {
    const ends = open.toReversed().map(({ tag }) => `</${tag}>`)
    parts.push({ html: html + ends.join(''), from, to: offset })
    html = open
      .slice(-REOPENED)
      .map(({ tag, uid }) => `<${tag} uid="${uid}">`)
      .join('')
    for (let i = 0; i < open.length - REOPENED; i += 1) html = `<div>${html}`
    size = jsonLength(html)
    from = offset
    fresh = false
  }
  const write = (text: string, reserve: number) => {
    const length = jsonLength(text)
    if (fresh && size + length + reserve + closing > budget) cut()
    html += text
    size += length
    offset += text.length
    fresh = true
  }
  const source = {
    attributes: (node: PageNode) => annotated(node, cleaned),
    children: (node: PageNode) => tree.children(node.id),
    text: (node: PageNode) => shortenText(node.text, cleaned),
  }

  /** What is left to print: nodes, and the ends of elements that were opened. */
  const root = tree.node(tree.root)
  const stack: (PageNode | { end: string })[] = root ? [root] : []
  for (let next = stack.pop(); next; next = stack.pop()) {
    if ('end' in next) {
      open.pop()
      closing -= next.end.length + 3
      html += `</${next.end}>`
      size += next.end.length + 3
      offset += next.end.length + 3
      continue
    }
    const { kind, tag, ns } = next
    const whole =
      kind !== 'element' || (ns === undefined && (VOID_TAGS.has(tag) || RAW_TEXT_TAGS.has(tag) || tag === 'noscript'))
    if (whole) write(printNodes([next], source), 0)
    else if (!refuseTag(tag)) {
      write(openTag(tag, ns, annotated(next, cleaned)), tag.length + 3)
      closing += tag.length + 3
      open.push({ tag, uid: next.id })
      const children = tree.children(next.id)
      if (children[0]?.kind === 'text' && /^(pre|textarea|listing)$/.test(tag) && children[0].text.startsWith('\n'))
        html += '\n'
      stack.push({ end: tag })
      for (const child of children.toReversed()) stack.push(child)
    }
  }
  parts.push({ html, from, to: offset })
  return parts
}

function annotated(node: PageNode, cleaned: Cleaned): [string, string][] {
  const attributes: [string, string][] = [['uid', node.id]]
  for (const [name, value] of nodeAttributes(node)) {
    if (name !== 'uid') attributes.push([name, shortenValue(name, value, cleaned)])
  }
  return attributes
}
