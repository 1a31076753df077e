import type { ParsedDocument } from '../html/document.ts'
import type { ParsedNode } from '../html/parse.ts'

/** Whether a `<style>` or `<link>` applies on every screen and medium. */
export function isAlways({ attrs = [] }: ParsedNode): boolean {
  return attrs.every(
    ([name, value]) =>
      (name !== 'media' || /^(?:all|screen)?$/i.test(value.trim())) &&
      (name !== 'rel' || !/(?:^|\s)alternate(?:\s|$)/i.test(value)) &&
      name !== 'disabled',
  )
}

/** The text of the `<title>`; undefined if it has none. */
export function documentTitle({ head }: ParsedDocument): string | undefined {
  const title = head.nodes.find(({ tag, ns }) => tag === 'title' && ns === undefined)
  const text = (title?.children ?? []).map((child) => child.text ?? '').join('')
  return text.trim().replace(/\s+/g, ' ').slice(0, 1_000) || undefined
}

/** Corrects the encoding that a head declares. */
export function sayUtf8(nodes: readonly ParsedNode[]): void {
  for (const node of nodes) {
    if (node.tag !== 'meta') continue
    const isType = node.attrs?.some(([name, value]) => name === 'http-equiv' && /^\s*content-type\s*$/i.test(value))
    node.attrs = (node.attrs ?? []).map(([name, value]) => {
      if (name === 'charset') return [name, 'utf-8']
      return isType && name === 'content' ? [name, value.replace(/charset=[^\s;]+/i, 'charset=utf-8')] : [name, value]
    })
  }
}
