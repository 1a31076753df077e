import { literalToken, replaceTokens, type TokenSource } from '../document/tokenText.ts'
import { keepAttribute } from '../html/keep.ts'
import { refuseAttribute, URL_ATTRIBUTES } from '../html/refuse.ts'

const ALIAS = /\{\{\s*[\w.]+\s*\}\}/
/** The protocols allowed in a link made of entries. */
const SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto', 'tel', 'sms', 'data'])

/** Returns the value of a token: undefined if the source does not exist here, so the text stays as it is. */
export type Lookup = (source: TokenSource, field: string) => string | undefined

export interface Filling {
  lookup: Lookup
  /** Called with a sentence for each token that could not be filled in. */
  report(message: string): void
  /** Whether a token is one of a long text. */
  isRich?(source: TokenSource, field: string): boolean
  /** Returns the URL of a media file by its id. */
  mediaUrl(id: string): string | undefined
  /** Set if the result is a text whose other tokens are filled in later: these, and the literal ones, stay as written. */
  partial?: boolean
}

/** The values of the tokens in a text; not escaped. A token behind an odd number of backslashes is literal. */
export function fillText(text: string, filling: Filling, each: (value: string) => string = same): string {
  const alias = text.includes('{{') ? ALIAS.exec(text)?.[0] : undefined
  if (alias !== undefined)
    filling.report(`${alias} is not filled in: a token has one brace, as in {currentEntry.title}.`)
  return replaceTokens(text, (token) => {
    const { source, field, format, backslashes } = token
    if (backslashes % 2 === 0 && format === 'html' && filling.isRich?.(source, field)) {
      filling.report(`${token.text} is left out: HTML stands only as the whole content of an element.`)
      return ''
    }
    const value = backslashes % 2 === 0 ? filling.lookup(source, field) : undefined
    if (value !== undefined) return '\\'.repeat(backslashes / 2) + each(formatted(value, format, filling))
    return filling.partial ? '\\'.repeat(backslashes) + token.text : literalToken(token)
  })
}

/**
 * The value of an attribute with its tokens filled in; undefined if it has to be removed: its new value is
 * refused, or nothing is left of a URL.
 */
export function fillAttribute(tag: string, name: string, value: string, filling: Filling): string | undefined {
  const lower = name.toLowerCase()
  // Text in a document of its own would be read as markup.
  if (lower === 'srcdoc') return value
  let hasValues = false
  const filled = fillText(value, filling, (text) => {
    hasValues = true
    return lower === 'style' ? cssValue(text) : text
  })
  // The printer checks authored text; only filled-in values need a check here.
  if (!hasValues) return filled
  if (lower === 'style' || !URL_ATTRIBUTES.has(lower)) {
    const { value: kept, refused } = keepAttribute(tag, name, filled)
    for (const { what, why } of refused) filling.report(`${kept === undefined ? name : what} is left out: ${why}.`)
    return kept
  }
  if (filled.trim() === '') return undefined
  const scheme = /^[\0-\x20]*([a-z][a-z0-9+.\-\t\n\r]*):/i
    .exec(filled)?.[1]
    ?.replace(/[\t\n\r]/g, '')
    .toLowerCase()
  const why =
    scheme !== undefined && !SCHEMES.has(scheme)
      ? `“${scheme}:” is not a kind of address that a page links to`
      : refuseAttribute(tag, name, filled)
  if (why === undefined) return filled
  filling.report(`${name} is left out: ${why}.`)
  return undefined
}

const same = (value: string) => value

function formatted(value: string, format: string | undefined, { report, mediaUrl }: Filling): string {
  switch (format) {
    case undefined:
      return value
    case 'plain':
      return value.replace(/<[^<>]*>/g, '')
    case 'url':
      return encodeURIComponent(value.toWellFormed())
    case 'media':
      return mediaUrl(value) ?? value
    case 'html':
      report('Values are never inserted as HTML; “html” is printed as text.')
      return value
    default:
      report(`There is no format “${format}”; there are plain, url and media.`)
      return value
  }
}

/** A value inside a declaration: it cannot end it, or the text around it. */
function cssValue(value: string): string {
  return value.replace(/["'\\;{}<>\n\r\f]/g, (char) =>
    (char === '\n' || char === '\r' || char === '\f' ? ' ' : encodeURIComponent(char)).replace("'", '%27'),
  )
}
