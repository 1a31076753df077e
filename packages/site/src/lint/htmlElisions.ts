import type { LooseNode } from '../document/edit.ts'
import type { PageTree } from '../document/tree.ts'
import { isElision } from './elision.ts'
import { isVerbatim } from './htmlText.ts'

/** Elements between which a line of dots means more of them, not for a pause or for pages between two numbers. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote details dialog div dl dt dd fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody tr td thead ul option'.split(
    ' ',
  ),
)

/**
 * The phrase in parsed HTML that replaces left-out content, such as `<!-- rest of the page -->`; undefined if there are
 * none. Text that the page already contains is not an elision, so a read can be sent back unchanged.
 * @param tree the page; without it there is none yet
 */
export function findElision(nodes: readonly LooseNode[], tree?: PageTree): string | undefined {
  const found: string[] = []
  collect(nodes, found)
  if (!tree || found.length === 0) return found[0]
  const known = new Set([...tree.walk()].flatMap(({ kind, text }) => (kind === 'element' ? [] : [text.trim()])))
  return found.find((text) => !known.has(text))
}

function isElided({ kind }: LooseNode, text: string, besideBlocks: boolean, isLast: boolean): boolean {
  return kind === 'comment' ? isElision(text, true, isLast ? 'last' : 'label') : isElision(text, besideBlocks)
}

function collect(nodes: readonly LooseNode[], found: string[]): void {
  const besideBlocks = nodes.some(({ kind, tag }) => kind === 'element' && tag !== undefined && BLOCKS.has(tag))
  const last = nodes.findLast(({ kind, text = '' }) => kind !== 'text' || text.trim() !== '')
  for (const node of nodes) {
    const { kind, tag, text, children } = node
    if (kind === 'element') {
      if (children && !isVerbatim(tag)) collect(children, found)
    } else if (text !== undefined && isElided(node, text, besideBlocks, node === last)) found.push(text.trim())
  }
}
