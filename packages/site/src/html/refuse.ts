/** Something that did not become part of the page, and why. */
export interface Refusal {
  /** `<script>`, `onclick="…"`, … */
  what: string
  /** The elements around it: `section > form`. Empty at the top. */
  where: string
  why: string
}

export const URL_ATTRIBUTES: ReadonlySet<string> = new Set(
  'href xlink:href src action formaction data poster background cite longdesc manifest codebase classid ping'.split(
    ' ',
  ),
)
const ANIMATIONS: ReadonlySet<string> = new Set(['animate', 'set', 'animatetransform', 'animatemotion'])
const ANIMATED_VALUES: ReadonlySet<string> = new Set(['to', 'from', 'by', 'values'])
const HARMLESS_HTTP_EQUIV: ReadonlySet<string> = new Set(['content-type', 'content-language', 'x-ua-compatible'])
/** Elements that show what their URL holds as a document, or take nodes out of it; and those that lead to it. */
const FRAMES = /^(iframe|frame|object|embed|portal|use)$/
const LINKS = /^(a|area|form|button|input)$/
const SHOWN_AS_TEXT = /^$|^text\/(plain|csv|calendar|vcard|markdown)$|^application\/(pdf|json|octet-stream|zip)$/
/** Media types read as HTML or XML. MIME Sniffing Standard, 4.6: XML MIME type; `text/xsl` is Chromium's own. */
const HOLDS_DOCUMENT = /^text\/(html|xml|xsl)$|^application\/(xml|xhtml)|\+xml$|%/
const ACTIVE_CSS = /expression\s*\(|-moz-binding|(?:^|[;{\s])behavior\s*:|(?:java|vb)script\s*:/i

/** The longest document in an attribute, in characters: it is parsed wherever it is written. */
const MAX_SRCDOC = 30_000

/** Names that were found harmless: a page has few, and each very often. */
const harmlessTags = new Set<string>()
const harmlessAttributes = new Set<string>()
const REMEMBERED = 2_000

/** Why an element of this name is never part of a page; undefined if it may be. Names are lower case. */
export function refuseTag(tag: string): string | undefined {
  if (harmlessTags.has(tag)) return undefined
  const why = refuseTagName(tag)
  if (why === undefined && harmlessTags.size < REMEMBERED) harmlessTags.add(tag)
  return why
}

function refuseTagName(tag: string): string | undefined {
  if (!/^[a-z][^\s/>\0]*$/i.test(tag)) return 'it is not an element name that can be written in HTML'
  switch (tag.toLowerCase()) {
    case 'script':
      return 'scripts are not part of a page’s HTML'
    case 'base':
      return 'it would change where every link of the page leads'
    case 'plaintext':
      return 'it cannot be closed, and would swallow the rest of the page'
    case 'frameset':
    case 'frame':
      return 'frames replace the body of a page'
    default:
      return undefined
  }
}

/** Why an `http-equiv` with this value is refused. */
function refuseHttpEquiv(value: string): string | undefined {
  return HARMLESS_HTTP_EQUIV.has(value.trim().toLowerCase())
    ? undefined
    : 'it acts on the page like a response header (redirects, cookies, policies)'
}

/**
 * Why an attribute is never part of a page; undefined if it may be. It depends only on the element's name, not on the
 * namespace that is stored with it: once the element is printed, a parser may put it into another namespace.
 */
export function refuseAttribute(tag: string, name: string, given: string): string | undefined {
  if (harmlessAttributes.has(name)) return undefined
  const lower = name.toLowerCase()
  // Printed and parsed values hold no NUL.
  const value = given.includes('\0') ? given.replaceAll('\0', '') : given
  // The meaning of these names depends on their element, so they are never among the harmless ones.
  if (lower === 'value') return tag.toLowerCase() === 'param' ? refuseUrl(value, 'object') : undefined
  if (lower === 'attributename' || ANIMATED_VALUES.has(lower)) {
    return ANIMATIONS.has(tag.toLowerCase()) ? refuseAnimation(lower, value) : undefined
  }
  if (name === '' || /[\s/>\0"']|.=/.test(name)) return 'it is not an attribute name that can be written in HTML'
  if (/^on[a-z]/.test(lower)) return 'inline event handlers are scripts'
  if (lower === 'srcdoc') {
    if (tag.toLowerCase() !== 'iframe') return 'only an <iframe> shows a document in it'
    return value.length > MAX_SRCDOC ? `a document in an attribute may have ${MAX_SRCDOC} characters` : undefined
  }
  if (lower === 'style') return isActiveCss(value) ? 'the style runs code in some browsers' : undefined
  if (URL_ATTRIBUTES.has(lower)) return refuseUrl(value, tag.toLowerCase())
  // On any element: a tag that is edited later, or a name like `a<meta`, must not activate it.
  if (lower === 'http-equiv') return refuseHttpEquiv(value)
  if (harmlessAttributes.size < REMEMBERED) harmlessAttributes.add(name)
  return undefined
}

function refuseAnimation(name: string, value: string): string | undefined {
  if (name === 'attributename') {
    return /^\s*(?:[^\s:]*:)?(?:on|href)/i.test(value) ? 'it animates a link or an event handler' : undefined
  }
  for (const each of value.split(';')) {
    const why = refuseUrl(each, 'a')
    if (why) return why
  }
  return undefined
}

/** Why a URL is refused: it runs a script, or is a document of its own. URL Standard, basic parser: what is stripped. */
export function refuseUrl(value: string, tag = 'a'): string | undefined {
  // Nearly every URL begins neither with one of the refused schemes nor with a character that is stripped.
  if (value.charCodeAt(0) > 0x20 && !/^[jvld]/i.test(value)) return undefined
  let url = ''
  for (const char of value) if (char !== '\t' && char !== '\n' && char !== '\r') url += char
  let start = 0
  while (start < url.length && url.charCodeAt(start) <= 0x20) start += 1
  const head = url.slice(start, start + 20).toLowerCase()
  if (/^(java|vb|live)script:/.test(head)) return 'the URL is a script'
  if (!head.startsWith('data:')) return undefined
  // Fetch Standard, data: URL processor: white space around the type is ignored.
  const type = url
    .slice(start + 'data:'.length)
    .split(/[,;]/, 1)
    .join('')
    .trim()
    .toLowerCase()
  const isFrame = FRAMES.test(tag)
  if (/^(image|audio|video|font)\/[^+]*$/.test(type)) return undefined
  if (type === 'image/svg+xml' && !isFrame && !LINKS.test(tag)) return undefined
  if (isFrame ? SHOWN_AS_TEXT.test(type) : !HOLDS_DOCUMENT.test(type)) return undefined
  return 'the URL holds a document of its own that could run scripts'
}

/** Whether CSS holds something that runs code in some browser. */
export const isActiveCss = (css: string): boolean => ACTIVE_CSS.test(unescapeCss(css.replaceAll('\0', '')))

/** CSS without its escapes and comments, for inspection only. */
function unescapeCss(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\([0-9a-f]{1,6})\s?/gi, (_all, hex: string) => {
      const point = Number.parseInt(hex, 16)
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
    })
    .replace(/\\/g, '')
}
