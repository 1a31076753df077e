import type { ParsedNode } from '../html/parse.ts'

/** The nodes of a layout, which is written without indentation, with two spaces for each depth. */
export function indentLayout(nodes: readonly ParsedNode[], depth = 0): ParsedNode[] {
  return nodes.map((node, index) => {
    const { kind, text, children } = node
    if (kind === 'text' && text?.trim() === '' && text.includes('\n')) {
      const isEnd = index === nodes.length - 1 && depth > 0
      return { ...node, text: `\n${'  '.repeat(isEnd ? depth - 1 : depth)}` }
    }
    return children ? { ...node, children: indentLayout(children, depth + 1) } : node
  })
}
