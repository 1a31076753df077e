import type { LooseNode } from '../document/edit.ts'
import type { Attribute } from '../document/node.ts'

/** The longest base64 that stays inline, in characters. */
const LONGEST = 4_096
const MARK = ';base64,'

/** The pictures in a text that are written out as base64 and too long to stay there, as the text has them. */
export function picturesIn(text: string): string[] {
  if (text.length <= LONGEST) return []
  const found: string[] = []
  for (let at = text.indexOf(MARK); at >= 0; ) {
    const before = text.slice(Math.max(0, at - 100), at).lastIndexOf('data:')
    const start = before < 0 ? -1 : Math.max(0, at - 100) + before
    let end = at + MARK.length
    while (end < text.length && /[\w+/=%-]/.test(text.charAt(end))) end += 1
    const isPicture = start >= 0 && /^data:image\/[\w.+-]{1,40}$/i.test(text.slice(start, at))
    if (isPicture && end - at > LONGEST) found.push(text.slice(start, end))
    at = text.indexOf(MARK, end)
  }
  return found
}

/** The same for all attributes of parsed nodes. */
export function picturesOf(nodes: readonly LooseNode[]): string[] {
  const found: string[] = []
  const visit = (list: readonly LooseNode[]) => {
    for (const { attrs, children } of list) {
      if (attrs) for (const [, value] of attrs) if (value.length > LONGEST) found.push(...picturesIn(value))
      if (children) visit(children)
    }
  }
  visit(nodes)
  return found
}

/** A text with pictures replaced by the URLs of their files. */
export function withPictures(text: string, kept: ReadonlyMap<string, string>): string {
  if (text.length <= LONGEST) return text
  let changed = text
  for (const [picture, url] of kept) changed = changed.split(picture).join(url)
  return changed
}

/** Replaces the pictures in the attributes of parsed nodes by the URLs of their files, in place. */
export function namePicturesIn(nodes: readonly LooseNode[], kept: ReadonlyMap<string, string>): void {
  for (const node of nodes) {
    if (node.attrs?.some(([, value]) => value.length > LONGEST))
      node.attrs = node.attrs.map(([name, value]): Attribute => [name, withPictures(value, kept)])
    if (node.children) namePicturesIn(node.children, kept)
  }
}

/** The bytes of a base64 `data:` URL; undefined if it is not one. */
export function bytesOf(picture: string): Uint8Array | undefined {
  const body = picture.slice(picture.indexOf(MARK) + MARK.length)
  try {
    const text = atob(decodeURIComponent(body).replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(text, (each) => each.charCodeAt(0))
  } catch {
    // Invalid base64.
    return undefined
  }
}
