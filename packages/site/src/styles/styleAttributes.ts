import type { SiteContext } from '../context/context.ts'
import { parseBlock } from '../css/parse.ts'
import { setAttribute } from '../document/edit.ts'
import { documents } from '../document/pages.ts'
import { nodeAttribute, readTree } from '../document/tree.ts'
import { everyNode } from './nodes.ts'

/** Rewrites the declarations of every `style` attribute; returns how many `change` counted. */
export async function changeStyleAttributes(
  { site, drafts }: SiteContext,
  change: (declaration: string) => { text: string; count: number },
): Promise<number> {
  let total = 0
  for (const { id } of documents(site)) {
    const page = await drafts.open(id)
    if (!page) continue
    for (const node of [...everyNode(readTree(page))]) {
      const style = node.kind === 'element' ? nodeAttribute(node, 'style') : undefined
      if (style === undefined) continue
      let next = ''
      let at = 0
      let own = 0
      for (const item of parseBlock(style).items) {
        if (item.kind !== 'declaration') continue
        const { text, count } = change(item.text)
        if (count === 0) continue
        const start = style.indexOf(item.text, at)
        next += style.slice(at, start) + text
        at = start + item.text.length
        own += count
      }
      if (own > 0) setAttribute(page, node, 'style', next + style.slice(at))
      total += own
    }
  }
  return total
}
