import { parseBlock } from '../css/parse.ts'
import { readDeclaration } from '../css/rules.ts'
import type { ParsedNode } from '../html/parse.ts'
import { withClasses } from './attributes.ts'

/** Properties that programs add to copied text, without an author's choice. */
const NOISE =
  /^(-webkit-|-moz-|-ms-|mso-|orphans$|widows$|caret-color$|tab-size$|text-size-adjust$|white-space-collapse$|font-variant|font-optical|font-kerning$|font-feature|font-variation|font-language|font-size-adjust$|font-stretch$|text-decoration-(?:thickness|style|color)$)/
/** Values that say nothing, by their property. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  'letter-spacing': /^(?:normal|0(?:px)?)$/,
  'word-spacing': /^(?:normal|0(?:px)?)$/,
  'text-indent': /^0(?:px)?$/,
  'text-transform': /^none$/,
  'text-align': /^(?:start|left)$/,
  'white-space': /^(?:normal|pre-wrap)$/,
  'font-style': /^normal$/,
  'font-weight': /^(?:normal|400)$/,
  'vertical-align': /^baseline$/,
  float: /^none$/,
  display: /^(?:inline|block)$/,
  'background-color': /^(?:transparent|initial|rgb\(255, 255, 255\)|rgba\(0, 0, 0, 0\)|#fff|white)$/,
  background: /^(?:transparent|none)$/,
}
/** Elements that mean nothing without an attribute. */
const BARE = /^(?:span|font)$/

/** Another program's copy, as a person would have written it: classes where there were inline styles. */
export function cleanNodes(
  nodes: readonly ParsedNode[],
  styled: ReadonlySet<string>,
): { nodes: ParsedNode[]; css: string } {
  const classes = new Map<string, string>()
  const clean = (node: ParsedNode): ParsedNode[] => {
    if (node.kind === 'comment' || /^(?:meta|link|title)$/.test(node.tag ?? '')) return []
    if (node.kind !== 'element') return [node]
    const inner = node.children?.flatMap(clean)
    const style = cleanStyle(node.attrs?.find(([name]) => name === 'style')?.[1] ?? '')
    const kept = (node.attrs ?? []).filter(([name, value]) => !isLeftover(name, value))
    const attrs = withClasses(kept, (own) => [
      ...own.filter((name) => styled.has(name)),
      ...(style === '' ? [] : [classFor(style, node.tag ?? '', classes)]),
    ])
    const isWrapper = BARE.test(node.tag ?? '') || (node.tag === 'b' && attrs.length === 0 && holdsBlocks(inner))
    if (isWrapper && attrs.length === 0) return inner ?? []
    return [{ ...node, attrs, ...(inner ? { children: inner } : {}) }]
  }
  const cleaned = nodes.flatMap(clean)
  const css = [...classes].map(([style, name]) => `.${name} {\n${style}}`).join('\n\n')
  return { nodes: cleaned, css }
}

const isLeftover = (name: string, value: string): boolean =>
  name === 'style' ||
  name.startsWith('data-') ||
  (name === 'id' && value.startsWith('docs-internal')) ||
  (name === 'dir' && value === 'ltr') ||
  /^(?:role|aria-level|align|face|color|size)$/.test(name)

/** A word processor puts a whole text into one `<b>`. */
const holdsBlocks = (nodes: readonly ParsedNode[] = []): boolean =>
  nodes.some(({ tag = '' }) => /^(?:p|h[1-6]|ul|ol|table|div)$/.test(tag))

/** The declarations that an author may have chosen, one a line; empty if there are none. */
function cleanStyle(style: string): string {
  return parseBlock(style)
    .items.flatMap((item) => {
      if (item.kind !== 'declaration') return []
      const { name, value } = readDeclaration(item.text)
      const says = !NOISE.test(name) && !PLAIN[name]?.test(value) && !/^(?:initial|inherit|unset)$/.test(value)
      return says ? [`  ${name}: ${value};\n`] : []
    })
    .join('')
}

function classFor(style: string, tag: string, classes: Map<string, string>): string {
  const known = classes.get(style)
  if (known !== undefined) return known
  const count = [...classes.values()].filter((name) => name.startsWith(`pasted-${tag}`)).length
  const name = count === 0 ? `pasted-${tag}` : `pasted-${tag}-${count + 1}`
  classes.set(style, name)
  return name
}
