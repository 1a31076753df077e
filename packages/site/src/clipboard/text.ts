/** The kind of a text on the clipboard. */
export type TextKind = 'html' | 'svg' | 'link' | 'picture' | 'video' | 'words'

const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i
const VIDEO = /\.(?:mp4|webm|mov|m4v)$/i
/** Hosts that show a film by its address, and what an address of theirs becomes in a frame. */
const FILMS: readonly (readonly [address: RegExp, frame: string])[] = [
  [
    /^https?:\/\/(?:www\.)?youtube\.com\/watch\?(?:[^#]{0,200}&)?v=([\w-]{6,20})/,
    'https://www.youtube-nocookie.com/embed/',
  ],
  [/^https?:\/\/youtu\.be\/([\w-]{6,20})/, 'https://www.youtube-nocookie.com/embed/'],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d{5,12})/, 'https://player.vimeo.com/video/'],
]

/** Markup begins and ends with a tag; an address has no other text around it; everything else is words. */
export function textKind(text: string): TextKind {
  const source = text.trim()
  if (/^<svg[\s>]/i.test(source)) return 'svg'
  if (/^<(?:!doctype|!--|[a-z])/i.test(source) && source.endsWith('>')) return 'html'
  const url = urlOf(source)
  if (!url) return 'words'
  if (PICTURE.test(url.pathname)) return 'picture'
  return VIDEO.test(url.pathname) || FILMS.some(([address]) => address.test(source)) ? 'video' : 'link'
}

/** A text as HTML: markup as it is, an address as a link, a picture or a film, words as paragraphs. */
export function htmlOfText(text: string): string {
  const source = text.trim()
  const kind = textKind(source)
  if (kind === 'svg' || kind === 'html') return source.replace(/^<\?xml[^>]{0,200}>\s*/, '')
  if (kind === 'words') return paragraphs(source)
  const url = escaped(source)
  if (kind === 'picture') return `<img src="${url}" alt="">`
  if (kind === 'link')
    return `<a href="${url}">${escaped(source.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''))}</a>`
  for (const [address, frame] of FILMS) {
    const id = address.exec(source)?.[1]
    if (id !== undefined)
      return `<iframe src="${frame}${id}" title="Video" width="560" height="315" allowfullscreen></iframe>`
  }
  return `<video src="${url}" controls></video>`
}

/** The address that a text is; undefined if it is anything else. */
function urlOf(text: string): URL | undefined {
  if (!/^https?:\/\/\S+$/i.test(text)) return undefined
  return URL.parse(text) ?? undefined
}

/** An empty line parts paragraphs; a line break in one stays. */
function paragraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n(?:[\t ]*\n)+/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => `<p>${each.split('\n').map(escaped).join('<br>\n')}</p>`)
    .join('\n')
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
