import { takesHtml, wholeHtmlToken } from '../compose/richText.ts'
import type { LooseNode } from '../document/edit.ts'
import { replaceTokens } from '../document/tokenText.ts'

/**
 * Where `{currentEntry.body|html}` cannot stand, as a sentence; undefined if all of them are allowed where they are.
 */
export function misplacedHtmlToken(nodes: readonly LooseNode[]): string | undefined {
  for (const { tag = '', attrs = [], children = [] } of nodes) {
    for (const [name, value] of attrs) {
      const token = htmlToken(value)
      if (token !== undefined) return inAttribute(token, name)
    }
    for (const child of children) {
      const token = child.kind === 'text' ? htmlToken(child.text ?? '') : undefined
      const why = token === undefined ? undefined : htmlTokenIn(tag, child.text ?? '', children.length === 1)
      if (why !== undefined) return why
    }
    const inside = misplacedHtmlToken(children)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** The same for the new value of an attribute. */
export function htmlTokenInAttribute(name: string, value: string): string | undefined {
  const token = htmlToken(value)
  return token === undefined ? undefined : inAttribute(token, name)
}

/** The same for a text in an element. @param alone whether it is the element's only content */
export function htmlTokenIn(tag: string, text: string, alone: boolean): string | undefined {
  const token = htmlToken(text)
  if (token === undefined) return undefined
  if (!takesHtml({ tag })) return `${token} cannot stand in <${tag}>, which holds only text.`
  if (alone && wholeHtmlToken(text)) return undefined
  return `${token} shows HTML, so it must be the whole content of an element.`
}

const inAttribute = (token: string, name: string) =>
  `${token} shows HTML, which cannot stand in the attribute “${name}”.`

/** The first token of an entry that shows HTML. */
function htmlToken(text: string): string | undefined {
  if (!text.includes('|html}')) return undefined
  let first: string | undefined
  replaceTokens(text, ({ text: token, source, format, backslashes }) => {
    const isEntry = source === 'currentEntry' || source === 'parentEntry'
    if (isEntry && format === 'html' && backslashes % 2 === 0) first ??= token
    return token
  })
  return first
}
