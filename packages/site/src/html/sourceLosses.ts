import type { Parser, Token, TreeAdapterTypeMap } from 'parse5'
import type { Loss } from './losses.ts'
import { TreeBuilder } from './treeBuilder.ts'

/**
 * Hands a parser its source.
 * @param losses receives the parts of the source that are not in the tree
 * @param isWatched true if the parser's errors are also collected by another observer, which does not report these losses
 */
export function readSource<Types extends TreeAdapterTypeMap>(
  parser: Parser<Types>,
  source: string,
  losses?: Loss[],
  isWatched = false,
): void {
  // If the caller collects the parser's errors already, these two are among them.
  if (losses && (isWatched || !parser.onParseError)) watchTags(parser, source, losses)
  parser.tokenizer.write(source, true)
  if (losses && parser instanceof TreeBuilder) for (const loss of parser.losses) losses.push(loss)
}

function watchTags<Types extends TreeAdapterTypeMap>(parser: Parser<Types>, source: string, losses: Loss[]): void {
  const repeated: { name: string; value: string }[] = []
  // Set here and not as an option, which would make the parser record the position of every token.
  const others = parser.onParseError
  parser.onParseError = (error) => {
    others?.(error)
    const { code, startOffset } = error
    if (code === 'duplicate-attribute') {
      const name = source.slice(nameStart(source, startOffset), startOffset).toLowerCase()
      repeated.push({ name, value: valueAt(source, startOffset) })
    } else if (code === 'eof-in-tag') losses.push({ tag: tagAtEnd(source), attrs: [] })
  }
  const { onStartTag, onEndTag } = parser
  parser.onStartTag = (token: Token.TagToken) => {
    if (repeated.length > 0) {
      const kept = new Map(token.attrs.map(({ name, value }) => [name, value]))
      const attrs = repeated.splice(0).filter(({ name, value }) => !kept.get(name)?.startsWith(value))
      if (attrs.length > 0) losses.push({ tag: token.tagName, attrs, onlyAttributes: true })
    }
    onStartTag.call(parser, token)
  }
  parser.onEndTag = (token: Token.TagToken) => {
    repeated.length = 0
    onEndTag.call(parser, token)
  }
}

/** The name of the unclosed tag at the end of a source. */
function tagAtEnd(source: string): string {
  const start = source.lastIndexOf('<')
  return /^<\/?([a-z][^\s/>]*)/i.exec(source.slice(start, start + 100))?.[1]?.toLowerCase() ?? ''
}

/** The offset at which the attribute name that ends before `end` begins. */
export function nameStart(source: string, end: number): number {
  let at = end
  while (at > 0 && end - at < 200 && !/[\s"'/<>=]/.test(source.charAt(at - 1))) at -= 1
  return at
}

/** The value of an attribute whose name ends at `offset`; empty if it has none. */
export function valueAt(source: string, offset: number): string {
  const text = source.slice(offset, offset + 300)
  const found = /^\s{0,20}=\s{0,20}(?:"([^"]*)"?|'([^']*)'?|([^\s>]*))/.exec(text)
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
}
