import { tokenize, urlText } from '../css/tokenize.ts'
import { unescapeAttribute } from '../html/print.ts'

/** The external sources that the stylesheets of a page load. */
export interface SheetHosts {
  /** Sources of images and fonts: origins, and `data:`. */
  assets: ReadonlySet<string>
  /** Origins of imported stylesheets. */
  styles: ReadonlySet<string>
}

/** The sources that the code of a page needs in addition to its HTML. */
export interface CodeSources {
  script?: readonly string[]
  connect?: readonly string[]
  worker?: readonly string[]
}

const urlAttributes = /\s(?:src|href|xlink:href|poster|data|action|formaction|background|srcset|imagesrcset)="([^"]*)"/g
const loading: ReadonlySet<string> = new Set(
  'img image feimage source video audio track iframe frame embed object link form button input style base use picture body table td'.split(
    ' ',
  ),
)

/**
 * The Content-Security-Policy of a page: it may load only its own resources from their origins, and no script unless the
 * page has code. Expects HTML as the publisher prints it.
 */
export function pagePolicy(page: string, sheets: SheetHosts, code: CodeSources = {}): string {
  // A document in a frame of the page is under the same policy.
  const html = page + innerDocuments(page)
  const img = new Set(["'self'", ...sheets.assets])
  const font = new Set(["'self'", ...sheets.assets])
  const style = new Set(["'self'", ...sheets.styles])
  const media = new Set(["'self'"])
  const frame = new Set<string>()
  const object = new Set<string>()
  const form = new Set(["'self'"])
  let base = "'none'"
  for (const [, name = '', attributes = ''] of html.matchAll(/<([a-z]+)([^>]*)/gi)) {
    const tag = name.toLowerCase()
    if (!loading.has(tag)) continue
    const into =
      tag === 'iframe' || tag === 'frame'
        ? frame
        : tag === 'embed' || tag === 'object'
          ? object
          : tag === 'video' || tag === 'audio' || tag === 'track'
            ? media
            : tag === 'form' || tag === 'button'
              ? form
              : img
    if (tag === 'style') {
      style.add("'unsafe-inline'")
      continue
    }
    if (tag === 'base') base = "'self'"
    for (const [, value = ''] of attributes.matchAll(urlAttributes)) {
      for (const source of sourcesOf(value)) {
        if (tag === 'link') {
          if (/\srel="[^"]*stylesheet/i.test(attributes)) style.add(source)
          else if (/\sas="font"/i.test(attributes)) font.add(source)
          else img.add(source)
        } else if (tag === 'video' && / poster="/.test(attributes)) {
          img.add(source)
          media.add(source)
        } else if (tag === 'source') {
          img.add(source)
          media.add(source)
        } else into.add(source)
        if (into === object) frame.add(source)
      }
    }
    if (tag === 'iframe' && !/ src="(?:[a-z]+:)?\/\//i.test(attributes)) frame.add("'self'")
    if (tag === 'embed' || tag === 'object') {
      object.add("'self'")
      // They may show a separate document, such as a drawing, which then counts as a frame.
      frame.add("'self'")
    }
  }
  if (/\sstyle="/.test(html)) {
    style.add("'unsafe-inline'")
    for (const [, text = ''] of html.matchAll(/\sstyle="([^"]*)"/g)) {
      if (!text.includes('url(')) continue
      for (const source of cssSources(unescapeAttribute(text)).assets) img.add(source)
    }
  }
  for (const [, text = ''] of html.matchAll(/<style\b[^<>]*>([\s\S]*?)(?:<\/style>|$)/g)) {
    const inline = cssSources(text)
    for (const source of inline.assets) {
      img.add(source)
      font.add(source)
    }
    for (const source of inline.styles) style.add(source)
  }
  // An external stylesheet can load anything, from origins that are unknown here.
  if ([...style].some((source) => !source.startsWith("'"))) {
    img.add('https:')
    font.add('https:')
  }
  const list = (sources: ReadonlySet<string>) => (sources.size === 0 ? "'none'" : [...sources].sort().join(' '))
  return [
    "default-src 'self'",
    `script-src ${code.script && code.script.length > 0 ? code.script.join(' ') : "'none'"}`,
    `style-src ${list(style)}`,
    `img-src ${list(img)}`,
    `font-src ${list(font)}`,
    `media-src ${list(media)}`,
    `frame-src ${list(frame)}`,
    `object-src ${list(object)}`,
    `connect-src ${code.connect && code.connect.length > 0 ? code.connect.join(' ') : "'none'"}`,
    ...(code.worker && code.worker.length > 0 ? [`worker-src ${code.worker.join(' ')}`] : []),
    `base-uri ${base}`,
    `form-action ${list(form)}`,
    "frame-ancestors 'self'",
  ].join('; ')
}

/** The documents in `srcdoc` attributes, including nested ones, one after another. */
function innerDocuments(html: string): string {
  if (!html.includes(' srcdoc="')) return ''
  let all = ''
  for (const [, escaped = ''] of html.matchAll(/\ssrcdoc="([^"]*)"/g)) {
    const inside = unescapeAttribute(escaped)
    all += inside + innerDocuments(inside)
  }
  return all
}

/** The external sources that CSS loads. */
export function cssSources(css: string): { assets: Set<string>; styles: Set<string> } {
  const assets = new Set<string>()
  const styles = new Set<string>()
  if (!/url\(|@import|image-set\(/i.test(css)) return { assets, styles }
  let importing = false
  for (const token of tokenize(css)) {
    if (token.type === 'at-keyword') importing = css.slice(token.start, token.end).toLowerCase() === '@import'
    else if (token.type === 'semicolon' || token.type === '{') importing = false
    else if (token.type === 'url' || token.type === 'string') {
      const written = css.slice(token.start, token.end)
      const text = token.type === 'url' ? urlText(written) : written.slice(1, -1)
      for (const source of sourcesOf(text)) (importing ? styles : assets).add(source)
    }
  }
  return { assets, styles }
}

/** The sources of an attribute's URLs that leave the site: `https://host`, `//host` as `host`, `data:`. */
function sourcesOf(value: string): string[] {
  const found: string[] = []
  for (const [, scheme = '', host = ''] of value.matchAll(/(?:^|[\s,])(https?:)?\/\/([^\s/?#,;'"\\&]+)/gi)) {
    if (/^[\w.:[\]-]+$/.test(host)) found.push(scheme === '' ? host.toLowerCase() : `${scheme}//${host}`.toLowerCase())
  }
  if (/(?:^|[\s,])data:/i.test(value)) found.push('data:')
  if (/^\s*mailto:/i.test(value)) found.push('mailto:')
  return found
}
