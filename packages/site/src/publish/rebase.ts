import { cssUrls } from '../css/urls.ts'
import { escapeAttribute, unescapeAttribute } from '../html/print.ts'

const urlAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'cite',
  'xlink:href',
  'background',
])
/** Elements whose inside is text, not markup. */
const rawTextTags = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes', 'textarea', 'title'])

/**
 * Moves a published page under a path: `/about` becomes `/shop/about` with the prefix `/shop`. URLs that are relative or
 * name a host stay. Expects HTML as the publisher prints it: attribute values in double quotes.
 */
export function rebaseHtml(html: string, prefix: string): string {
  let out = ''
  let position = 0
  while (position < html.length) {
    const open = html.indexOf('<', position)
    if (open < 0) break
    out += html.slice(position, open)
    const end = html.startsWith('<!--', open) ? commentEnd(html, open) : tagEnd(html, open)
    const tag = html.slice(open, end)
    const name = /^<([a-z][^\s/>]*)/i.exec(tag)?.[1]?.toLowerCase() ?? ''
    out += name ? rebaseTag(tag, prefix) : tag
    position = end
    if (rawTextTags.has(name)) {
      const close = new RegExp(`</${name}`, 'gi')
      close.lastIndex = position
      const stop = close.exec(html)?.index ?? html.length
      const text = html.slice(position, stop)
      out += name === 'style' ? rebaseCss(text, prefix) : text
      position = stop
    }
  }
  return out + html.slice(position)
}

/** The same for a stylesheet: `url(/a.png)`, `@import "/a.css"`, `image-set("/a.png" 1x)`. */
export function rebaseCss(css: string, prefix: string): string {
  let out = ''
  let position = 0
  for (const { start, end } of cssUrls(css)) {
    const text = css.slice(start, end)
    const moved = text.replace(/^((?:url\(\s*)?["']?)\/(?!\/)/i, (_, begin: string) => `${begin}${prefix}/`)
    out += css.slice(position, start) + moved
    position = end
  }
  return out + css.slice(position)
}

function rebaseTag(tag: string, prefix: string): string {
  return tag.replace(/(\s)([^\s"=<>]+)="([^"]*)"/g, (whole, space: string, name: string, value: string) => {
    const lower = name.toLowerCase()
    if (urlAttributes.has(lower)) return `${space}${name}="${rebaseUrl(value, prefix)}"`
    if (lower === 'srcset' || lower === 'imagesrcset') {
      const moved = value.replace(
        /(^|,)(\s*)(\/(?!\/))/g,
        (_, comma: string, gap: string) => `${comma}${gap}${prefix}/`,
      )
      return `${space}${name}="${moved}"`
    }
    if (lower === 'style') {
      return `${space}${name}="${escapeAttribute(rebaseCss(unescapeAttribute(value), prefix))}"`
    }
    if (lower === 'srcdoc') {
      return `${space}${name}="${escapeAttribute(rebaseHtml(unescapeAttribute(value), prefix))}"`
    }
    return whole
  })
}

const rebaseUrl = (url: string, prefix: string) =>
  url.replace(/^(\s*)\/(?!\/)/, (_, space: string) => `${space}${prefix}/`)

function commentEnd(html: string, open: number): number {
  const close = html.indexOf('-->', open)
  return close < 0 ? html.length : close + 3
}

/** The end of a tag: the first `>` outside a quoted value. */
function tagEnd(html: string, open: number): number {
  let quoted = false
  for (let index = open; index < html.length; index += 1) {
    const character = html.charAt(index)
    if (character === '"') quoted = !quoted
    else if (character === '>' && !quoted) return index + 1
  }
  return html.length
}
