import { nodeAttributes, type PageNode, type PageTree, VOID_TAGS } from '../document/tree.ts'
import { openTag, printNodes, RAW_TEXT_TAGS } from '../html/print.ts'
import { refuseTag } from '../html/refuse.ts'
import { type Cleaned, shortenText, shortenValue } from './shorten.ts'

/** A self-contained part of a page's annotated HTML: the elements around it are opened again and closed. */
export interface HtmlPart {
  html: string
  /** Characters of the whole cleaned HTML that it covers. */
  from: number
  to: number
}

/** The length of text inside a JSON string. */
export function jsonLength(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22 || code === 0x5c) length += 1
    else if (code < 0x20 || (code >= 0xd800 && code <= 0xdfff)) return JSON.stringify(text).length - 2
  }
  return length
}

/** An element that is open where a part is cut. */
interface Open {
  tag: string
  uid: string
  /** Whether it was opened in the part that is being written. */
  here: boolean
}

/**
 * The HTML of a page with `uid` on every element, long values shortened, cut at node boundaries into parts of at most
 * `budget` characters of JSON each. A page that fits is one part. A part that begins inside of elements opens the
 * nearest of them again, without their attributes.
 */
export function htmlParts(tree: PageTree, budget: number, cleaned: Cleaned): HtmlPart[] {
  /** So that no single text or value outgrows a part. */
  const longest = Math.max(120, Math.min(8_000, Math.floor(budget / 6)))
  const parts: HtmlPart[] = []
  const open: Open[] = []
  let html = ''
  let size = 0
  /** The length of the end tags of the elements opened in this part. */
  let closing = 0
  let from = 0
  let offset = 0
  let fresh = false

  const cut = () => {
    const ends = open.filter(({ here }) => here).map(({ tag }) => `</${tag}>`)
    parts.push({ html: html + ends.reverse().join(''), from, to: offset })
    html = ''
    closing = 0
    let room = budget / 3
    for (const element of open) element.here = false
    for (const element of open.toReversed()) {
      const start = `<${element.tag} uid="${element.uid}">`
      room -= jsonLength(start) + element.tag.length + 3
      if (room < 0) break
      element.here = true
      html = start + html
      closing += element.tag.length + 3
    }
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
  /** Escapes make a text longer; a text that outgrows a part because of them is shortened further. */
  const fitting = (print: (length: number) => string): string => {
    let length = longest
    let text = print(length)
    while (length > 16 && text.length * 6 > budget && jsonLength(text) > budget * 0.6) {
      length >>= 1
      text = print(length)
    }
    return text
  }
  const printWhole = (node: PageNode, length: number) =>
    printNodes([node], {
      attributes: (each: PageNode) => annotated(each, cleaned, length),
      children: (each: PageNode) => tree.children(each.id),
      text: (each: PageNode) => shortenText(each.text, cleaned, length),
    })

  /** The rest to print: nodes, and the ends of elements that were opened. */
  const root = tree.node(tree.root)
  const stack: (PageNode | { end: string })[] = root ? [root] : []
  for (let next = stack.pop(); next; next = stack.pop()) {
    if ('end' in next) {
      const length = next.end.length + 3
      offset += length
      if (!open.pop()?.here) continue
      closing -= length
      html += `</${next.end}>`
      size += length
      continue
    }
    const { kind, tag, ns } = next
    const whole =
      kind !== 'element' || (ns === undefined && (VOID_TAGS.has(tag) || RAW_TEXT_TAGS.has(tag) || tag === 'noscript'))
    if (whole)
      write(
        fitting((length) => printWhole(next, length)),
        0,
      )
    else if (!refuseTag(tag)) {
      const children = tree.children(next.id)
      const eaten = /^(pre|textarea|listing)$/.test(tag) && children[0]?.kind === 'text' && children[0].text[0] === '\n'
      const start = fitting((length) => openTag(tag, ns, annotated(next, cleaned, length)))
      write(`${start}${eaten ? '\n' : ''}`, tag.length + 3)
      closing += tag.length + 3
      open.push({ tag, uid: next.id, here: true })
      stack.push({ end: tag })
      for (let i = children.length - 1; i >= 0; i -= 1) {
        const child = children[i]
        if (child) stack.push(child)
      }
    }
  }
  parts.push({ html, from, to: offset })
  return parts
}

/** A node's attributes as a read shows them, its uid first; of very many, only as many as are useful. */
export function annotated(node: PageNode, cleaned: Cleaned, longest = 8_000): [string, string][] {
  const attributes: [string, string][] = [['uid', node.id]]
  let room = longest * 2
  for (const [name, value] of nodeAttributes(node)) {
    if (name === 'uid') continue
    const shown = shortenValue(name, value, cleaned, longest)
    room -= name.length + shown.length
    if (room < 0) {
      cleaned.longTexts += 1
      break
    }
    attributes.push([name, shown])
  }
  return attributes
}
