import { tokenize, unescapeName, urlText } from './tokenize.ts'

/** A URL in CSS, with the range of the token that holds it: `url(a.png)`, or a string with its quotes. */
export interface CssUrl {
  /** Escapes resolved. */
  url: string
  start: number
  end: number
  /** It is a `url(…)` token, and not a string. */
  token: boolean
  /** It is in an `@import`. */
  imported: boolean
}

const URL_FUNCTION = /^(?:url|src|image|(?:-webkit-)?image-set)$/i

/** CSS without a match loads nothing; a name may be written with escapes. */
const MAY_LOAD = /(?:url|src|image|image-set)\(|@import|\\/i

/** The URLs that CSS loads, in order: `url(a.png)`, `src("a.png")`, `image-set("a.png" 1x)`, `@import "a.css"`. */
export function* cssUrls(css: string): Generator<CssUrl> {
  if (!MAY_LOAD.test(css)) return
  let imported = false
  const functions: boolean[] = []
  for (const { type, start, end } of tokenize(css)) {
    const text = css.slice(start, end)
    if (type === 'function') functions.push(URL_FUNCTION.test(unescapeName(text.slice(0, -1))))
    else if (type === '(') functions.push(false)
    else if (type === ')') functions.pop()
    else if (type === 'at-keyword') imported = text.toLowerCase() === '@import'
    else if (type === 'semicolon' || type === '{') imported = false
    else if (type === 'url') yield { url: unescapeName(urlText(text)), start, end, token: true, imported }
    else if (type === 'string' && (imported || functions.at(-1) === true)) {
      yield { url: unescapeName(text.slice(1, -1)), start, end, token: false, imported }
    }
  }
}
