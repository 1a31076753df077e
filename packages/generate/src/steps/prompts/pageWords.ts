import { readTags } from '../markup/tags.ts'

/** Elements whose end ends a line. */
const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote body br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol p section summary table td th title tr ul'.split(
    ' ',
  ),
)

/** A page's text: headings with their level as `#`, the descriptions of pictures, the addresses of links. */
export function pageWords(html: string): string {
  const pieces: string[] = []
  let from = 0
  for (const { name, isEnd, start, end, content } of readTags(html)) {
    pieces.push(html.slice(from, start).replace(/\s+/g, ' '))
    from = end
    if (content) {
      if (name !== 'title' && name !== 'textarea') from = content.close
      continue
    }
    const tag = html.slice(start, end)
    if (BLOCKS.has(name)) pieces.push('\n')
    if (!isEnd && /^h[1-6]$/.test(name)) pieces.push(`${'#'.repeat(Number(name.charAt(1)))} `)
    else if (!isEnd && name === 'a') pieces.push(attribute(tag, 'href', (href) => `[${href}] `))
    else if (name === 'img') pieces.push(attribute(tag, 'alt', (alt) => ` (picture: ${alt}) `))
    else if (name === 'meta' && /\sname="description"/i.test(tag))
      pieces.push(attribute(tag, 'content', (words) => `${words}\n`))
  }
  pieces.push(html.slice(from))
  const [first = '', ...behind] = pieces.join('').split('<!--')
  const text = first + behind.map((part) => part.slice(part.indexOf('-->') + 3)).join('')
  return text
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
}

/** The rule of an attribute of a start tag; empty if it has none or it is blank. */
function attribute(tag: string, name: string, say: (value: string) => string): string {
  const at = tag.search(new RegExp(`\\s${name}="`, 'i'))
  if (at < 0) return ''
  const start = tag.indexOf('"', at) + 1
  const value = tag.slice(start, tag.indexOf('"', start)).trim()
  return value === '' ? '' : say(value.slice(0, 300))
}
