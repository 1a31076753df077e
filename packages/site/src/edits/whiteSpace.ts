/**
 * Whether an offset of an HTML text lies in an element that keeps its white space (`pre`, `textarea`). Such elements
 * do not nest, so that the last tag before the offset decides.
 */
export function keepsWhiteSpace(html: string, offset: number): boolean {
  for (const tag of ['pre', 'textarea']) {
    const opened = lastTag(html, `<${tag}`, offset)
    if (opened !== -1 && lastTag(html, `</${tag}`, offset) < opened) return true
  }
  return false
}

function lastTag(html: string, tag: string, offset: number): number {
  for (let at = html.lastIndexOf(tag, offset); at !== -1; at = at === 0 ? -1 : html.lastIndexOf(tag, at - 1)) {
    if (/[\s/>]/.test(html.charAt(at + tag.length))) return at
  }
  return -1
}
