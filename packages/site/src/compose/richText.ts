import { isSpecial } from '../document/special.ts'
import { type WrittenToken, wholeToken } from '../document/tokenText.ts'
import type { PageNode } from '../document/tree.ts'
import type { ParsedNode } from '../html/parse.ts'
import { TEXT_ONLY } from '../html/print.ts'
import { Placed, type Scope } from './pieces.ts'

/** The token of a long text as HTML, if it is all that a text holds. */
export function wholeHtmlToken(text: string): WrittenToken | undefined {
  const token = text.includes('|html}') ? wholeToken(text) : undefined
  return token?.format === 'html' ? token : undefined
}

/** Whether an element can hold HTML as its content. */
export const takesHtml = ({ tag }: Pick<PageNode, 'tag'>) => !TEXT_ONLY.has(tag)

/**
 * Somebody's HTML as the content of an element. Elements that a site fills in are left out, their content stays; tokens
 * are text.
 */
export function richPieces(nodes: readonly ParsedNode[], scope: Scope): Placed[] {
  return nodes.flatMap((node) => {
    const pieces = richPieces(node.children ?? [], scope)
    if (isSpecial(node)) return pieces
    if (node.kind !== 'element') return [new Placed(scope, undefined, { kind: node.kind, text: node.text ?? '' })]
    const { tag, ns, attrs = [] } = node
    return [new Placed(scope, undefined, { kind: 'element', tag, ns, attrs, pieces })]
  })
}
