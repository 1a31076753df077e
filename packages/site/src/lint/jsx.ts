import { type Envelope, fail } from '@atelier/operation'
import type { LooseNode } from '../document/edit.ts'
import { short } from '../html/losses.ts'
import { isVerbatim } from './htmlText.ts'

/** An expression that makes elements: `{items.map(…`, `{open && <p>…`. */
const EXPRESSION = /\{[\w$.?]{1,80}\.(?:map|filter|reduce)\(|\{\s?\/\*|\{[!\w$.]{1,80} (?:&&|\?) ?\(?$/

/**
 * Refuses the text of a file that is JSX: a browser would show its source. Undefined if it has none.
 * @param nodes as they were parsed
 */
export function refuseJsx(nodes: readonly LooseNode[]): Envelope<never> | undefined {
  const found = findJsx(nodes)
  if (found === undefined) return undefined
  return fail('jsx', `“${short(found)}” is JSX, which no browser reads: the page would show its source.`, {
    hint: 'Write HTML: class for className, style="color: red" for style={{…}}, and each element of a list by itself.',
  })
}

function findJsx(nodes: readonly LooseNode[]): string | undefined {
  for (const { kind, tag, text = '', attrs = [], children = [] } of nodes) {
    if (kind === 'text') {
      const expression = EXPRESSION.exec(text)?.[0]
      if (expression !== undefined) return expression
    }
    if (kind !== 'element') continue
    const object = attrs.find(([name, value]) => name === 'style' && value.startsWith('{{'))
    if (object) return 'style={{'
    const inside = isVerbatim(tag) ? undefined : findJsx(children)
    if (inside !== undefined) return inside
  }
  return undefined
}
