import { type Envelope, fail } from '@atelier/operation'
import type { LooseNode } from '../document/edit.ts'
import { short } from '../html/losses.ts'
import { isVerbatim } from './htmlText.ts'

/** An expression that makes elements: `{items.map(…`, `{open && <p>…`. */
const EXPRESSION = /\{[\w$.?]{1,80}\.(?:map|filter|reduce)\(|\{\s?\/\*|\{[!\w$.]{1,80} (?:&&|\?) ?\(?$/

/**
 * Refuses HTML that is JSX: a browser would show its source. Undefined if it has none.
 * @param nodes as they were parsed
 * @param source the text that they were parsed from
 * @param isKnown whether the page shows a text already
 */
export function refuseJsx(
  nodes: readonly LooseNode[],
  source: string,
  isKnown: (text: string) => boolean,
): Envelope<never> | undefined {
  const found = findJsx(nodes, source.includes('<>') && source.includes('</>'))
  if (found === undefined || isKnown(found)) return undefined
  return fail('jsx', `“${short(found)}” is JSX, which no browser reads: the page would show its source.`, {
    hint: 'Write HTML: class for className, style="color: red" for style={{…}}, and each element of a list by itself.',
  })
}

/** @param hasFragment whether a fragment, which the parser takes for text, is in its source */
function findJsx(nodes: readonly LooseNode[], hasFragment: boolean): string | undefined {
  for (const { kind, tag, text = '', attrs = [], children = [] } of nodes) {
    if (kind === 'text') {
      const expression = EXPRESSION.exec(text)?.[0]
      if (expression !== undefined) return expression
      if (hasFragment && text.includes('<>')) return '<>'
    }
    if (kind !== 'element') continue
    const object = attrs.find(([name, value]) => name === 'style' && value.startsWith('{{'))
    if (object) return 'style={{'
    const inside = isVerbatim(tag) ? undefined : findJsx(children, hasFragment)
    if (inside !== undefined) return inside
  }
  return undefined
}
