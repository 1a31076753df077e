import { openTag } from '../html/print.ts'

export interface PageHead {
  title: string
  description?: string
  language: string
  /** URLs, in cascade order. */
  stylesheets: readonly string[]
  /** What settings ask for beside these: canonical, robots, social cards, icons, feeds. Authored ones of the same kind win. */
  items?: readonly HeadItem[]
}

/** An element of a head that a setting asks for. */
export interface HeadItem {
  tag: 'meta' | 'link'
  attributes: readonly (readonly [name: string, value: string])[]
}

/**
 * A page as a whole HTML document.
 * @param body the whole `<body>…</body>`, as `composePage` gives it
 */
export function renderPage(body: string, head: PageHead): string {
  const lines = [
    '<!doctype html>',
    `<html lang="${escapeAttribute(head.language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeText(head.title)}</title>`,
  ]
  if (head.description) lines.push(`<meta name="description" content="${escapeAttribute(head.description)}">`)
  for (const { tag, attributes } of head.items ?? []) lines.push(openTag(tag, undefined, attributes))
  for (const url of head.stylesheets) lines.push(`<link rel="stylesheet" href="${escapeAttribute(url)}">`)
  // White space behind the body would become part of it (HTML, 13.2.6.4.19), so there is none.
  return `${lines.join('\n')}\n</head>\n${body}</html>`
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const escapeAttribute = (text: string) => escapeText(text).replaceAll('"', '&quot;')
