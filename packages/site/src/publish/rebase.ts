import { tokenize } from '../css/tokenize.ts'

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
 * name a host stay. Takes HTML as the publisher prints it: attribute values in double quotes.
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
  let importing = false
  const functions: boolean[] = []
  for (const token of tokenize(css)) {
    const text = css.slice(token.start, token.end)
    if (token.type === 'function') functions.push(/^(?:url|src|image|(?:-webkit-)?image-set)\($/i.test(text))
    else if (token.type === '(') functions.push(false)
    else if (token.type === ')') functions.pop()
    else if (token.type === 'at-keyword') importing = text.toLowerCase() === '@import'
    else if (token.type === 'semicolon' || token.type === '{') importing = false
    const isUrl = token.type === 'url' || (token.type === 'string' && (importing || functions.at(-1) === true))
    out += isUrl ? text.replace(/^((?:url\(\s*)?["']?)\/(?!\/)/i, (_, start: string) => `${start}${prefix}/`) : text
  }
  return out
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
      const css = rebaseCss(value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'), prefix)
      return `${space}${name}="${css.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
    }
    if (lower === 'srcdoc') {
      const inside = value
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
      const moved = rebaseHtml(inside, prefix)
      return `${space}${name}="${moved
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')}"`
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

/** Where a tag ends: the first `>` outside a quoted value. */
function tagEnd(html: string, open: number): number {
  let quoted = false
  for (let index = open; index < html.length; index += 1) {
    const character = html.charAt(index)
    if (character === '"') quoted = !quoted
    else if (character === '>' && !quoted) return index + 1
  }
  return html.length
}
