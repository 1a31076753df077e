import { openTag } from '../html/print.ts'
import { type AuthoredPage, renderAuthored } from './authored.ts'
import { type DataBlock, dataBlockHtml } from './dataBlocks.ts'

export interface PageHead {
  title: string
  description?: string
  language: string
  direction?: string | undefined
  /** URLs, in cascade order. */
  stylesheets: readonly string[]
  /** The other head items from settings: canonical, robots, social cards, icons, feeds. Authored ones of the same kind win. */
  items?: readonly HeadItem[]
  /** Structured data and the like; before scripts, which a map of modules has to precede. */
  data?: readonly DataBlock[] | undefined
  /** Elements after all others, as HTML. */
  end?: readonly string[]
  /** The page's tree: it has html and head elements if it was authored as a whole document. */
  authored?: AuthoredPage
}

/** A head element from a setting. */
export interface HeadItem {
  tag: 'meta' | 'link'
  attributes: readonly (readonly [name: string, value: string])[]
}

/**
 * A page as a whole HTML document.
 * @param body the whole `<body>…</body>`, as `composePage` returns it
 */
export function renderPage(body: string, head: PageHead): string {
  const data = (head.data ?? []).map(dataBlockHtml)
  const links = head.stylesheets.map((url) => `<link rel="stylesheet" href="${headAttribute(url)}">`)
  const end = [...data, ...links, ...(head.end ?? [])]
  const { tree } = head.authored ?? {}
  if (head.authored && tree && (tree.html !== '' || tree.head !== '')) {
    const items = [...(head.items ?? [])]
    if (head.description) items.unshift(describing(head.description))
    return renderAuthored({ ...head.authored, tree, body, title: head.title, items, end })
  }
  const lines = [
    '<!doctype html>',
    `<html lang="${headAttribute(head.language)}"${head.direction ? ` dir="${headAttribute(head.direction)}"` : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${headText(head.title)}</title>`,
  ]
  if (head.description) lines.push(`<meta name="description" content="${headAttribute(head.description)}">`)
  for (const { tag, attributes } of head.items ?? []) lines.push(openTag(tag, undefined, attributes))
  lines.push(...end)
  // White space after the body would become part of it (HTML, 13.2.6.4.19), so there is none.
  return `${lines.join('\n')}\n</head>\n${body}</html>`
}

const describing = (content: string): HeadItem => ({
  tag: 'meta',
  attributes: [
    ['name', 'description'],
    ['content', content],
  ],
})

/** Text in a head that Atelier writes itself: only what would end it is escaped, so it displays as typed. */
const headText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const headAttribute = (text: string) => headText(text).replaceAll('"', '&quot;')
