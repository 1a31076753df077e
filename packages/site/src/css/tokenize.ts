/** The token kinds of CSS Syntax 3, section 4, with comments kept as tokens of their own. */
export type TokenType =
  | 'whitespace'
  | 'comment'
  | 'ident'
  | 'function'
  | 'at-keyword'
  | 'hash'
  | 'string'
  | 'bad-string'
  | 'url'
  | 'bad-url'
  | 'delim'
  | 'number'
  | 'percentage'
  | 'dimension'
  | 'colon'
  | 'semicolon'
  | 'comma'
  | 'cdo'
  | 'cdc'
  | '['
  | ']'
  | '('
  | ')'
  | '{'
  | '}'

/** A piece of the source by its offsets, in UTF-16 units. The tokens of a source cover it without a gap. */
export interface Token {
  type: TokenType
  start: number
  end: number
  /** Set on a comment, string or url that ran into the end of the source. */
  open?: true
}

const TAB = 9
const LINE_FEED = 10
const FORM_FEED = 12
const RETURN = 13
const SPACE = 32
const BACKSLASH = 92

const isNewline = (code: number) => code === LINE_FEED || code === RETURN || code === FORM_FEED
const isSpace = (code: number) => code === SPACE || code === TAB || isNewline(code)
const isDigit = (code: number) => code >= 48 && code <= 57
const isHex = (code: number) => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102)
const isNameStart = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 128 || code === 0
const isName = (code: number) => isNameStart(code) || isDigit(code) || code === 45
/** A code point that an unquoted url may hold without an escape. */
const isUnprintable = (code: number) => code <= 8 || code === 11 || (code >= 14 && code <= 31) || code === 127

const single: Readonly<Record<string, TokenType>> = {
  ':': 'colon',
  ';': 'semicolon',
  ',': 'comma',
  '[': '[',
  ']': ']',
  '(': '(',
  ')': ')',
  '{': '{',
  '}': '}',
}

/** Splits CSS into tokens by CSS Syntax 3, section 4.3. Never fails; the joined tokens are the source again. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  const length = source.length
  // NaN past the end: every comparison with it is false.
  const at = (index: number) => source.charCodeAt(index)
  const isEscape = (index: number) => at(index) === BACKSLASH && index + 1 < length && !isNewline(at(index + 1))
  const startsName = (index: number): boolean => {
    const code = at(index)
    if (code === 45) return isNameStart(at(index + 1)) || at(index + 1) === 45 || isEscape(index + 1)
    return isNameStart(code) || isEscape(index)
  }
  const startsNumber = (index: number): boolean => {
    const code = at(index)
    if (code === 43 || code === 45) {
      return isDigit(at(index + 1)) || (at(index + 1) === 46 && isDigit(at(index + 2)))
    }
    return isDigit(code) || (code === 46 && isDigit(at(index + 1)))
  }
  const escapeEnd = (index: number): number => {
    let end = index + 1
    if (!isHex(at(end))) {
      // An astral character after the backslash is two units.
      return (source.codePointAt(end) ?? 0) > 0xffff ? end + 2 : end + 1
    }
    const limit = end + 6
    while (end < limit && isHex(at(end))) end += 1
    if (at(end) === RETURN && at(end + 1) === LINE_FEED) return end + 2
    return isSpace(at(end)) ? end + 1 : end
  }
  const nameEnd = (index: number): number => {
    let end = index
    while (end < length) {
      if (isName(at(end))) end += 1
      else if (isEscape(end)) end = escapeEnd(end)
      else break
    }
    return end
  }
  const spaceEnd = (index: number): number => {
    let end = index
    while (isSpace(at(end))) end += 1
    return end
  }
  const numberEnd = (index: number): number => {
    let end = index
    if (at(end) === 43 || at(end) === 45) end += 1
    while (isDigit(at(end))) end += 1
    if (at(end) === 46 && isDigit(at(end + 1))) {
      end += 2
      while (isDigit(at(end))) end += 1
    }
    if (at(end) === 69 || at(end) === 101) {
      const sign = at(end + 1) === 43 || at(end + 1) === 45 ? 1 : 0
      if (isDigit(at(end + 1 + sign))) {
        end += 2 + sign
        while (isDigit(at(end))) end += 1
      }
    }
    return end
  }
  const string = (start: number): Token => {
    const quote = at(start)
    let end = start + 1
    while (end < length) {
      const code = at(end)
      if (code === quote) return { type: 'string', start, end: end + 1 }
      if (isNewline(code)) return { type: 'bad-string', start, end }
      if (code === BACKSLASH) {
        if (at(end + 1) === RETURN && at(end + 2) === LINE_FEED) end += 3
        else if (end + 1 >= length) end += 1
        else if (isNewline(at(end + 1))) end += 2
        else end = escapeEnd(end)
      } else end += 1
    }
    return { type: 'string', start, end, open: true }
  }
  const url = (start: number, from: number): Token => {
    let end = spaceEnd(from)
    while (end < length) {
      const code = at(end)
      if (code === 41) return { type: 'url', start, end: end + 1 }
      if (isSpace(code)) {
        end = spaceEnd(end)
        if (at(end) === 41) return { type: 'url', start, end: end + 1 }
        if (end >= length) break
        return badUrl(start, end)
      }
      if (code === 34 || code === 39 || code === 40 || isUnprintable(code)) return badUrl(start, end)
      if (code === BACKSLASH) {
        if (!isEscape(end)) return badUrl(start, end)
        end = escapeEnd(end)
      } else end += 1
    }
    return { type: 'url', start, end: length, open: true }
  }
  const badUrl = (start: number, from: number): Token => {
    let end = from
    while (end < length && at(end) !== 41) end = isEscape(end) ? escapeEnd(end) : end + 1
    return end < length ? { type: 'bad-url', start, end: end + 1 } : { type: 'bad-url', start, end: length, open: true }
  }
  const named = (start: number): Token => {
    const end = nameEnd(start)
    if (at(end) !== 40) return { type: 'ident', start, end }
    if (unescapeName(source.slice(start, end)).toLowerCase() === 'url') {
      const next = at(spaceEnd(end + 1))
      if (next !== 34 && next !== 39) return url(start, end + 1)
    }
    return { type: 'function', start, end: end + 1 }
  }
  const next = (start: number): Token => {
    const code = at(start)
    if (isSpace(code)) return { type: 'whitespace', start, end: spaceEnd(start) }
    if (code === 47 && at(start + 1) === 42) {
      const close = source.indexOf('*/', start + 2)
      return close < 0
        ? { type: 'comment', start, end: length, open: true }
        : { type: 'comment', start, end: close + 2 }
    }
    if (code === 34 || code === 39) return string(start)
    if (startsNumber(start)) {
      const end = numberEnd(start)
      if (at(end) === 37) return { type: 'percentage', start, end: end + 1 }
      return startsName(end) ? { type: 'dimension', start, end: nameEnd(end) } : { type: 'number', start, end }
    }
    if (code === 45 && source.startsWith('-->', start)) return { type: 'cdc', start, end: start + 3 }
    if (startsName(start)) return named(start)
    if (code === 35 && (isName(at(start + 1)) || isEscape(start + 1))) {
      return { type: 'hash', start, end: nameEnd(start + 1) }
    }
    if (code === 64 && startsName(start + 1)) return { type: 'at-keyword', start, end: nameEnd(start + 1) }
    if (code === 60 && source.startsWith('<!--', start)) return { type: 'cdo', start, end: start + 4 }
    return { type: single[source.charAt(start)] ?? 'delim', start, end: start + 1 }
  }

  let position = 0
  while (position < length) {
    const token = next(position)
    tokens.push(token)
    position = token.end
  }
  return tokens
}

/** The content of an unquoted `url( … )` token, escapes as written. */
export function urlText(token: string): string {
  return token.slice(4, token.endsWith(')') ? -1 : undefined).trim()
}

/** The characters of an identifier, or of the inside of a string or url, with escapes resolved. */
export function unescapeName(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|[\n\r\f])|([\s\S]))/gu,
    (_, hex: string | undefined, newline: string | undefined, other: string | undefined) => {
      if (hex !== undefined) {
        const code = Number.parseInt(hex, 16)
        return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
          ? '\ufffd'
          : String.fromCodePoint(code)
      }
      return newline === undefined ? (other ?? '') : ''
    },
  )
}

/** Writes a name so that it reads as one identifier (CSSOM, "serialize an identifier"). */
export function escapeName(name: string): string {
  return [...name]
    .map((character, index) => {
      const code = character.codePointAt(0) ?? 0
      if (code === 0) return '\ufffd'
      const leadingDigit = isDigit(code) && (index === 0 || (index === 1 && name.startsWith('-')))
      if (code <= 31 || code === 127 || leadingDigit) return `\\${code.toString(16)} `
      if (character === '-' && name.length === 1) return '\\-'
      return isName(code) ? character : `\\${character}`
    })
    .join('')
}

/**
 * The text to append to a source so that everything it opened is closed, as a parser would do at its end: quotes,
 * comments, brackets, blocks. A text closed this way can be followed by other CSS without swallowing it.
 */
export function missingEnd(source: string, tokens: readonly Token[] = tokenize(source)): string {
  let end = ''
  const last = tokens.at(-1)
  if (last?.open) {
    const text = source.slice(last.start, last.end)
    const dangling = /(?:^|[^\\])(?:\\\\)*\\$/.test(text)
    if (last.type === 'comment') end = text.endsWith('*') && text.length > 2 ? '/' : '*/'
    else if (last.type === 'string') end = dangling ? `\n${text.charAt(0)}` : text.charAt(0)
    else end = dangling ? '\\fffd )' : ')'
  } else if (last?.type === 'delim' && source.endsWith('\\')) end = '\n'
  const closers: string[] = []
  for (const token of tokens) {
    if (token.type === '{') closers.push('}')
    else if (token.type === '[') closers.push(']')
    else if (token.type === '(' || token.type === 'function') closers.push(')')
    else if (token.type === closers.at(-1)) closers.pop()
  }
  return end + closers.reverse().join('')
}
