import MarkdownIt, { type Token } from 'markdown-it'

/** The elements that a Markdown text can make. */
const tags = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'em', 'strong', 's', 'a'],
  ...['img', 'br', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
] as const
export type MarkdownTag = (typeof tags)[number]

/** A text, or an element with what is in it. */
export type MarkdownNode = string | { tag: MarkdownTag; attributes: Record<string, string>; children: MarkdownNode[] }

/** The same rules as the site has. HTML in a text is shown as it is typed: the site decides what it takes of it. */
const reader = new MarkdownIt({ html: false })

/** CommonMark with tables and strikethrough as nodes, without HTML of the author. */
export function readMarkdown(text: string): MarkdownNode[] {
  return nodesOf(reader.parse(text, {}))
}

function nodesOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = []
  const open: MarkdownNode[][] = [root]
  const add = (node: MarkdownNode) => open.at(-1)?.push(node)
  for (const token of tokens) {
    if (token.type === 'inline') for (const node of nodesOf(token.children ?? [])) add(node)
    else if (token.type === 'text') add(token.content)
    else if (token.type === 'softbreak') add('\n')
    else if (token.type === 'fence' || token.type === 'code_block')
      add(element('pre', [element('code', [token.content])]))
    else if (token.type === 'code_inline') add(element('code', [token.content]))
    else if (token.nesting < 0) {
      // The paragraphs of a tight list have no element of their own.
      if (!token.hidden && open.length > 1) open.pop()
    } else if (!token.hidden) {
      const tag = tags.find((each) => each === token.tag)
      if (!tag) continue
      const node = element(tag, [], {
        ...Object.fromEntries(token.attrs ?? []),
        ...(tag === 'img' ? { alt: token.content } : {}),
      })
      add(node)
      if (token.nesting > 0) open.push(node.children)
    }
  }
  return root
}

const element = (tag: MarkdownTag, children: MarkdownNode[], attributes: Record<string, string> = {}) => ({
  tag,
  attributes,
  children,
})
